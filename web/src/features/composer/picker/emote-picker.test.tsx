import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { resetServer, sends, server, show, write } from "../test-composer";
import { emote } from "./test-emotes";
import { stubLayout } from "./test-layout";

const SOURCES = [{ key: "7tv", name: "7TV", count: 3, refreshed_at: null, problem: null }];
const EMOTES = [
  emote("catJAM", "7tv", ["twitch", "youtube"]),
  emote("EZ", "7tv", ["twitch"]),
  emote("Kappa", "twitch", ["twitch"]),
];

beforeEach(async () => {
  await resetServer();
  stubLayout();
  localStorage.clear();
  server.respond = ({ path }) =>
    path.endsWith("/emotes")
      ? Response.json({ emotes: EMOTES, sources: SOURCES })
      : Response.json({ records: [], emotes: [], sources: [] });
});

const button = () => screen.getByRole("button", { name: "Emotes" });
const picker = () => screen.findByRole("dialog", { name: "Emotes" });
const cell = (name: string) => screen.findAllByLabelText(new RegExp(`^${name}`));

async function openPicker(off: string[] = []) {
  const field = show(null, off);
  await userEvent.click(button());
  await cell("catJAM");
  return field;
}

test("the button opens the picker, and a click inserts an emote as a separate word [P4]", async () => {
  const field = show();
  await write(field, "nice");
  await userEvent.click(button());
  const [kappa] = await cell("Kappa");
  if (kappa) await userEvent.click(kappa);
  expect(field.value).toBe("nice Kappa ");
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole("dialog")).toBeNull();
  await write(field, "again");
  expect(field.value).toBe("nice Kappa again");
});

test("typing searches, arrow keys move and Enter inserts, and nothing is sent", async () => {
  const field = await openPicker();
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Search emotes" }));
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  const active = (await picker()).querySelector('[aria-selected="true"]');
  expect(active?.getAttribute("aria-label")).toMatch(/^EZ/);
  await userEvent.keyboard("{ArrowLeft}{Shift>}{Enter}{/Shift}ez{Enter}");
  expect(field.value).toBe("catJAM EZ ");
  expect([document.activeElement, sends().length]).toEqual([field, 0]);
});

test("Escape, or a second press on the button, closes the picker and returns the focus to the message", async () => {
  const field = await openPicker();
  await userEvent.keyboard("{Escape}");
  expect([screen.queryByRole("dialog"), document.activeElement]).toEqual([null, field]);
  await userEvent.click(button());
  await picker();
  await userEvent.click(button());
  expect([screen.queryByRole("dialog"), document.activeElement]).toEqual([null, field]);
});

test("an emote that works on no selected platform is greyed, says why, and is not inserted", async () => {
  // Only YouTube is selected.
  const field = await openPicker(["t"]);
  const [kappa] = await cell("Kappa");
  expect(kappa?.getAttribute("aria-disabled")).toBe("true");
  if (kappa) await userEvent.hover(kappa);
  expect(within(await picker()).getByText("Works on Twitch only")).toBeTruthy();
  if (kappa) await userEvent.click(kappa);
  expect(field.value).toBe("");
});

test("recently used emotes come first the next time, separately for each user", async () => {
  await openPicker();
  await userEvent.keyboard("kap{Enter}");
  await userEvent.click(button());
  expect(await screen.findByText("Recent")).toBeTruthy();
  expect(await cell("Kappa")).toHaveLength(2);
  expect(JSON.stringify({ ...localStorage })).toContain("greenroom.recent-emotes.u");
});

test("emoji can be used while the emotes cannot be loaded, and Try again loads them", async () => {
  let isDown = true;
  server.respond = () =>
    isDown
      ? Response.json({ type: "internal", message: "The database is unavailable" }, { status: 500 })
      : Response.json({ emotes: EMOTES, sources: SOURCES });
  show();
  await userEvent.click(button());
  expect(await cell("fire")).toHaveLength(1);
  isDown = false;
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(async () => expect(await cell("Kappa")).toHaveLength(1));
});
