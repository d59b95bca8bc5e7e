import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { channel, openApp, type ServerCall } from "./test-app";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
});

const area = () => document.querySelector("main") ?? document.body;

/** Records the path whenever the page is blank after it had content. */
function watchForBlank(): string[] {
  const blank: string[] = [];
  let hasBegun = false;
  const observer = new MutationObserver(() => {
    const isBlank = area().textContent === "";
    hasBegun ||= !isBlank;
    if (hasBegun && isBlank) blank.push(window.location.pathname);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return blank;
}

const withChannels =
  (...records: unknown[]) =>
  ({ path }: ServerCall) =>
    /^\/channels(\?|$)/.test(path) ? { records, total: records.length, cursor: null } : null;

const moderated = { ...channel, role: "Mod", permissions: ["channel.read", "chat.read", "moderation.use"] };

const twitch = { provider: "twitch", name: "Twitch", flags: { signinProvider: true } };

/** Responses for a new user who returns from the platform's consent page. */
const withConsent = (call: ServerCall) => {
  if (call.path === "/platforms") return [twitch];
  const isConsent = call.path === "/oauth/twitch";
  return isConsent ? { kind: "sign_in", access_token: "token", location: "/sign-in/success" } : withChannels()(call);
};

test.each([
  ["the home page of a new user", "/", withChannels(), "Welcome, JunoPlays"],
  ["the home page of a user with one channel", "/", withChannels(channel), "Dashboard"],
  ["the page of a platform's response", "/oauth/twitch?code=c&state=s", withConsent, "Welcome, JunoPlays"],
  ["the page after a sign-in", "/sign-in/success", withChannels(), "Welcome, JunoPlays"],
  ["the sign-in page of a signed-in user", "/sign-in", withChannels(), "Welcome, JunoPlays"],
  ["the settings of a channel", "/channels/c1/settings", withChannels(channel), "Channel Settings"],
])("%s shows content until the next screen has loaded", async (_page, path, respond, title) => {
  const blank = watchForBlank();
  openApp(path, respond);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  expect(blank).toEqual([]);
});

test.each([
  ["a user who only moderates", "/channels/c1/chat", moderated],
  ["an owner", "/channels/c1", channel],
])("with one channel, %s lands on %s", async (_who, path, onlyChannel) => {
  openApp("/", withChannels(onlyChannel));
  await waitFor(() => expect(window.location.pathname).toBe(path));
});
