import { expect, test } from "vitest";
import { adminNav, channelNav } from "./navs";

const SPECIFIED = [
  "Dashboard",
  "Platforms",
  "Chat",
  "Activity Feed",
  "Stats",
  "Watch",
  "Chat Commands",
  "Chat Timers",
  "Chat Filters",
  "Quotes",
  "Gambling Settings",
  "Giveaways",
  "Viewer Queue",
  "Stream Widgets",
  "User Access",
  "Channel Settings",
];

test("the screens of a channel are in the order of the specification [S1]", () => {
  expect(channelNav.map(({ label }) => label)).toEqual(SPECIFIED);
});

test("the games are below Gambling Settings, in the group of the chatbot [S1]", () => {
  const games = channelNav.find(({ label }) => label === "Gambling Settings");
  expect(games?.children?.map(({ label }) => label)).toEqual(["Points", "Slots", "Roulette"]);
  const chatbot = channelNav.filter(({ group }) => group === "Chatbot").map(({ label }) => label);
  expect(chatbot).toEqual(SPECIFIED.slice(SPECIFIED.indexOf("Chat Commands"), SPECIFIED.indexOf("Stream Widgets")));
});

test("the admin area begins with channels, system bots and command templates [S4]", () => {
  const labels = adminNav.map(({ label }) => label);
  expect(labels.slice(0, 3)).toEqual(["Channels", "System Provider Bots", "Command Templates"]);
});
