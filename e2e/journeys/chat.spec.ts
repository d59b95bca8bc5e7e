import type { Locator } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import {
  chatLog,
  chatRow,
  createLiveChannel,
  exactRow,
  keysInList,
  keysOnScreen,
  STREAM_PLATFORMS,
  sendMessage,
  storedLines,
  waitUntilStored,
} from "../harness/chat-room.ts";
import { contrastOf } from "../harness/contrast.ts";
import { holdRequests } from "../harness/network.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; juno: Session; control: Rehearsal; channelId: string };

const keyOf = ({ line }: { line: { connection_id: string; message_id: string } }) =>
  `${line.connection_id}:${line.message_id}`;

// A message with the bot badge of Twitch, which no viewer of the rehearsal has.
const BOT_MESSAGE = {
  broadcaster_user_id: "0",
  chatter_user_id: "71",
  chatter_user_login: "beeper",
  chatter_user_name: "Beeper",
  message_id: "made-up-71",
  message: { text: "a machine speaks", fragments: [{ type: "text", text: "a machine speaks" }] },
  badges: [{ set_id: "bot-badge", id: "1", info: "" }],
  color: "",
};

/** A message whose author has this colour. */
const withColour = (color: string) => ({
  ...BOT_MESSAGE,
  chatter_user_id: `72${color}`,
  chatter_user_name: "Gloomy",
  message_id: `made-up-72${color}`,
  message: { text: `my colour is ${color}`, fragments: [{ type: "text", text: `my colour is ${color}` }] },
  badges: [],
  color,
});
// Twitch allows any colour; these are unreadable on a dark screen.
const DARK = ["#000000", "#0000FF"];

/** A date relative to today, in the format of a date field. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Sends a subscription and an announcement on Twitch, and a payment on each platform. */
async function sendSupport(control: Rehearsal) {
  const from = { login: "junoplays", viewer: "marekfixes" };
  await control.post("/twitch/subscribe", { ...from, months: 8, text: "eight months already" });
  await control.post("/twitch/notice", { ...from, kind: "announcement", text: "more tomorrow at eight" });
  await control.post("/twitch/pay", { ...from, amount: 500, text: "for the small fox" });
  await control.post("/youtube/pay", { ...from, amount: 750, text: "for the map" });
  await control.post("/kick/pay", { ...from, amount: 100, text: "for the road" });
  await control.post("/tiktok/pay", { ...from, amount: 2_000 });
}
const SUPPORT_TEXTS = [
  /subscribed at Tier 1.*8 months.*eight months already/,
  /more tomorrow at eight/,
  /\$7\.50.*for the map/,
  /100.*for the road/,
  /Brass Band.*2,000/,
];

async function readAllPlatforms({ page, control, juno, channelId }: Setup) {
  for (const provider of STREAM_PLATFORMS) {
    await sendMessage(control, provider, `hello from ${provider}`);
    const row = chatRow(page, `hello from ${provider}`);
    await expect(row).toBeVisible();
    await expect(row.getByRole("img", { name: "First message" })).toBeVisible();
    await expect(row.getByRole("img", { name: new RegExp(`^${provider}$`, "i") })).toBeVisible();
  }
  const first = await sendMessage(control, "twitch", "what are we playing catJAM RainTime now", {
    viewer: "marekfixes",
  });
  await sendMessage(control, "twitch", "a game about a small fox", { viewer: "odalys_", reply_to: first.message_id });
  await control.post("/twitch/raid", { login: "junoplays", viewer: "marekfixes", viewers: 214 });
  await sendMessage(control, "youtube", "@JunoPlays can you show the map once more?");
  const question = chatRow(page, "what are we playing").first();
  await expect(question.getByRole("img", { name: "catJAM" })).toHaveJSProperty("complete", true);
  const [base, overlay] = await Promise.all(
    ["catJAM", "RainTime"].map((name) => question.getByRole("img", { name }).boundingBox()),
  );
  expect(base?.height).toBe(24);
  expect(overlay && base && overlay.x < base.x + base.width && base.x < overlay.x + overlay.width).toBe(true);
  await expect(chatRow(page, "a game about a small fox")).toContainText(/marekfixes: what are we playing/i);
  await expect(chatRow(page, /214 raiders/)).toHaveAttribute("data-kind", "notice");
  await sendSupport(control);
  for (const text of SUPPORT_TEXTS) await expect(chatRow(page, text)).toHaveAttribute("data-kind", "notice");
  // The amount is a separate part, not text of the message.
  await expect(chatRow(page, "for the small fox").getByText("Cheer500", { exact: true })).toBeVisible();
  for (const color of DARK) {
    await control.post("/twitch/event", { login: "junoplays", type: "channel.chat.message", event: withColour(color) });
    const gloomy = chatRow(page, `my colour is ${color}`).getByText("Gloomy", { exact: true });
    expect(await contrastOf(gloomy)).toBeGreaterThanOrEqual(4.5);
  }
  await expect(chatRow(page, "show the map")).toHaveAttribute("data-me", "true");
  await expect(page.getByRole("list", { name: "Messages per minute" }).getByRole("listitem")).toHaveCount(4);
  await expectRatesFit(page);
  const stored = await storedLines(juno, channelId);
  expect(await keysOnScreen(page)).toEqual(stored.toReversed().map(keyOf));
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat");
}

/** Expects that the message rates fit on a phone, also with four digits. */
async function expectRatesFit(page: Page) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const rates = page.getByRole("list", { name: "Messages per minute" });
  const { needed, available } = await rates.evaluate((list) => {
    const busy = [...list.children].map((chip) => chip.appendChild(document.createTextNode("1,234")));
    const widths = { needed: list.scrollWidth, available: list.clientWidth };
    for (const number of busy) number.remove();
    return widths;
  });
  expect(needed).toBeLessThanOrEqual(available);
  if (size) await page.setViewportSize(size);
}

/** Texts of moderated lines by platform; YouTube and TikTok report no actor. */
const MODERATED_TEXTS = {
  twitch: { deleted: /Deleted by JunoPlays/, timedOut: /Timed out (10 m|9 m 5\d s) by JunoPlays · no adverts/ },
  youtube: { timedOut: /Timed out (10 m|9 m 5\d s)/ },
  kick: { timedOut: /Timed out (10 m|9 m 5\d s) by JunoPlays · no adverts/ },
  tiktok: { deleted: /Deleted/ },
} as const;

async function seeDeleted({ page, control }: Setup) {
  for (const [provider, reported] of Object.entries(MODERATED_TEXTS)) {
    const rude = await sendMessage(control, provider, `buy followers on ${provider}`, { viewer: "marekfixes" });
    await sendMessage(control, provider, `free coins on ${provider}`, { viewer: "odalys_" });
    await sendMessage(control, provider, `nothing wrong on ${provider}`);
    await expect(chatRow(page, `nothing wrong on ${provider}`)).toBeVisible();
    if ("deleted" in reported) {
      await control.post(`/${provider}/delete`, { login: "junoplays", message_id: rude.message_id });
      await expect(chatRow(page, `buy followers on ${provider}`)).toContainText(reported.deleted);
    }
    if ("timedOut" in reported) {
      const ban = { login: "junoplays", viewer: "odalys_", seconds: 600, reason: "no adverts" };
      await control.post(`/${provider}/ban`, ban);
      await expect(chatRow(page, `free coins on ${provider}`)).toContainText(reported.timedOut);
    }
    await expect(chatRow(page, `nothing wrong on ${provider}`)).not.toHaveAttribute("data-removed");
  }
  await expect(chatRow(page, "free coins on twitch").locator("s")).toHaveText("free coins on twitch");
  await expect(chatRow(page, "buy followers on twitch")).toHaveAttribute("data-removed", "true");
  await expectNoAxeViolations(page);
}

test("one chat shows the messages and deletions of four platforms", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control);
  await page.goto(`/channels/${channelId}/chat`);
  const setup = { page, juno, control, channelId };
  await test.step("four platforms are in one list, in the server's order, each with its icon [R2 P4 S1]", () =>
    readAllPlatforms(setup));
  await test.step("a message deleted on a platform is struck through at once, with actor and reason if reported [P4]", () =>
    seeDeleted(setup));
});

/** The bounding box of a row, once its position is the same in ten frames. */
async function restingBox(row: Locator) {
  await row.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0, top = Number.NaN; still < 10; ) {
      await frame();
      const now = element.getBoundingClientRect().top;
      still = now === top ? still + 1 : 0;
      top = now;
    }
  });
  return row.boundingBox();
}

async function pauseAndResume({ page, control }: Setup) {
  await expect(exactRow(page, "before 80")).toBeInViewport();
  await chatLog(page).hover();
  await page.mouse.wheel(0, -700);
  await expect(page.getByRole("button", { name: "Jump to latest" })).toBeVisible();
  await page.mouse.move(0, 0);
  const keys = await keysOnScreen(page);
  const read = chatLog(page).locator(`[data-key="${keys[Math.floor(keys.length / 2)]}"]`);
  await expect(read).toBeInViewport();
  const position = await restingBox(read);
  await sendMessage(control, "twitch", "after", { count: 30 });
  await expect(page.getByRole("button", { name: "30 new messages" })).toBeVisible();
  expect(await restingBox(read)).toEqual(position);
  await page.getByRole("button", { name: "30 new messages" }).click();
  await expect(exactRow(page, "after 30")).toBeInViewport();
  await expect(page.getByRole("button", { name: /new messages?$/ })).toHaveCount(0);
  await chatLog(page).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await expect(exactRow(page, "before 1")).toBeInViewport();
  await sendMessage(control, "twitch", "while away");
  await page.keyboard.press("End");
  await expect(chatRow(page, "while away")).toBeInViewport();
}

async function returnFocus({ page, control }: Setup) {
  await sendMessage(control, "twitch", "the last word", { viewer: "marekfixes" });
  const row = chatRow(page, "the last word");
  await expect(row).toBeVisible();
  await chatLog(page).focus();
  await page.keyboard.press("ArrowUp");
  const why = row.getByRole("button", { name: "Why?" });
  await why.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Why did/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(why).toBeFocused();

  const card = row.getByRole("button", { name: "Open viewer card" });
  await card.press("Enter");
  await expect(page.getByRole("group", { name: "MarekFixes" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();

  const search = page.getByRole("button", { name: "Search chat", exact: true });
  await search.press("Enter");
  await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();

  await chatLog(page).press("Home");
  await page.getByRole("button", { name: /new messages|latest/i }).press("Enter");
  await expect(chatLog(page)).toBeFocused();
}

test("the chat pauses when it is scrolled, and closed dialogs return the focus", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await sendMessage(control, "twitch", "before", { count: 80 });
  await waitUntilStored(juno, channelId, 80);
  await page.goto(`/channels/${channelId}/chat`);
  const setup = { page, juno, control, channelId };
  await test.step("scrolling up pauses the chat, visible rows do not move, and one click resumes the chat [P4]", () =>
    pauseAndResume(setup));
  await test.step("a panel closed by keyboard returns the focus to what opened it [P4]", () => returnFocus(setup));
});

test("older lines load at the top and do not move the visible rows [P4]", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await sendMessage(control, "twitch", "line", { count: 450 });
  await expect.poll(async () => (await storedLines(juno, channelId, "&q=450")).length).toBe(1);
  await page.goto(`/channels/${channelId}/chat`);
  await expect(exactRow(page, "line 450")).toBeInViewport();
  const release = await holdRequests(page, "**/chat-messages?*until=*");
  await chatLog(page).press("Home");
  await expect(page.getByLabel("Loading older messages")).toBeVisible();
  const read = exactRow(page, "line 251");
  await expect(read).toBeInViewport();
  const position = await restingBox(read);
  const topKey = await read.getAttribute("data-key");
  release();
  await expect(page.getByLabel("Loading older messages")).toHaveCount(0);
  // Rows above are drawn a frame after they have loaded.
  await expect.poll(async () => (await keysOnScreen(page))[0]).not.toBe(topKey);
  expect(await restingBox(read)).toEqual(position);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect(exactRow(page, "line 450")).toBeInViewport();
  const keys = await keysInList(page);
  expect(keys).toHaveLength(450);
  expect(new Set(keys).size).toBe(450);
  await expect(page.getByText("Start of chat")).toBeVisible();
  await expect(exactRow(page, "line 1")).toBeInViewport();
});

test("search by text, date, platform and viewer jumps to the message [P4]", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch", "kick"]);
  await sendMessage(control, "twitch", "the silver bell rings twice", { viewer: "marekfixes" });
  await sendMessage(control, "twitch", "filler", { count: 300, viewer: "odalys_" });
  await sendMessage(control, "kick", "a bell of bronze");
  await expect.poll(async () => (await storedLines(juno, channelId, "&q=bell")).length).toBe(2);
  await page.goto(`/channels/${channelId}/chat`);
  await page.getByRole("button", { name: "Search chat" }).click();
  const search = page.getByRole("search", { name: "Chat search" });
  const found = search.getByRole("list", { name: "Search results" }).getByRole("listitem");
  await search.getByLabel("Text").fill("bell");
  await expect(found).toHaveCount(2);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat-search");
  const [from, to] = [search.getByLabel("From"), search.getByLabel("To")];
  await from.fill(dayFromNow(2));
  await expect(search.getByText("No results")).toBeVisible();
  await from.fill(dayFromNow(-2));
  await to.fill(dayFromNow(2));
  await expect(found).toHaveCount(2);
  await from.fill("");
  await to.fill(dayFromNow(-2));
  await expect(search.getByText("No results")).toBeVisible();
  await to.fill("");
  await search.getByLabel("Platform").selectOption("kick");
  await expect(found).toHaveText([/a bell of bronze/]);
  await search.getByLabel("Platform").selectOption("");
  await search.getByRole("combobox", { name: "Viewer" }).fill("marek");
  await page.getByRole("option", { name: /MarekFixes/i }).click();
  await expect(found).toHaveText([/the silver bell rings twice/]);
  await found.getByRole("button", { name: "Jump to message" }).click();
  await expect(chatRow(page, "the silver bell")).toBeInViewport();
  await expect(chatRow(page, "the silver bell")).toHaveAttribute("data-target", "true");
  await page.getByRole("button", { name: "Back to results" }).click();
  await expect(found.getByRole("button", { name: "Jump to message" })).toBeFocused();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat-search-result");
  await page.getByRole("button", { name: "Jump to latest" }).click();
  // Kick's times are whole seconds, so Kick's line may be above other lines of the same second.
  await expect(exactRow(page, "filler 300")).toBeInViewport();
});

async function openCardByKeyboard({ page, control }: Setup) {
  await sendMessage(control, "twitch", "who am I", { viewer: "marekfixes" });
  await expect(chatRow(page, "who am I")).toBeVisible();
  await chatLog(page).focus();
  await page.keyboard.press("ArrowUp");
  await expect(chatRow(page, "who am I")).toHaveAttribute("data-current", "true");
  await expect(chatRow(page, "who am I").getByRole("toolbar")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat-actions");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Viewer card").first()).toBeVisible();
  await page.getByRole("button", { name: "Close viewer card" }).press("Enter");
  await expect(page.getByText("Viewer card")).toHaveCount(0);
  await expect(chatLog(page)).toBeFocused();
  // A selected line holds back new lines.
  await page.keyboard.press("Escape");
}

async function changeAppearance({ page, control }: Setup) {
  await control.post("/twitch/subscribe", { login: "junoplays", viewer: "marekfixes", months: 8 });
  await sendMessage(control, "twitch", "large words please", { viewer: "marekfixes" });
  await control.post("/twitch/event", { login: "junoplays", type: "channel.chat.message", event: BOT_MESSAGE });
  await expect(chatRow(page, "large words")).toBeVisible();
  await page.getByRole("button", { name: "Chat appearance" }).click();
  // `check` would assert at once, but the radio changes only when the setting is saved.
  await page.getByRole("radio", { name: "18" }).click();
  await expect(page.getByRole("radio", { name: "18" })).toBeChecked();
  await expect(chatRow(page, "large words")).toHaveCSS("font-size", "18px");
  await page.getByRole("switch", { name: "Timestamps" }).click();
  await expect(page.getByRole("switch", { name: "Timestamps" })).toBeChecked();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat-look");
  const badge = chatRow(page, "large words").getByRole("img", { name: "Subscriber" });
  await expect(badge).toBeVisible();
  await page.getByRole("switch", { name: "Badges" }).click();
  await expect(badge).toHaveCount(0);
  await expect(chatRow(page, "a machine speaks")).toBeVisible();
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('"hidesBots":true') ?? false);
  await page.getByRole("switch", { name: "Hide bots" }).click();
  await expect(chatRow(page, "a machine speaks")).toHaveCount(0);
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(chatRow(page, "large words")).toHaveCSS("font-size", "18px");
  await expect(chatRow(page, "large words").getByRole("time")).toBeVisible();
  await expect(badge).toHaveCount(0);
  await expect(chatRow(page, "a machine speaks")).toHaveCount(0);
}

test("a viewer card opens by keyboard, and the chat appearance is saved", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await page.goto(`/channels/${channelId}/chat`);
  const setup = { page, juno, control, channelId };
  await test.step("by keyboard alone: a line is selected, its viewer card opened and closed [P4]", () =>
    openCardByKeyboard(setup));
  await test.step("the chat appearance is saved for the user [P4]", () => changeAppearance(setup));
});
