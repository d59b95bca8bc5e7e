import { consentAs, expect, type Page, test } from "../fixtures.ts";
import { chatLog, chatRow, createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { abortFirstPost } from "../harness/network.ts";
import type { RecordedEvent, Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";
import { POLL_INTERVALS } from "../harness/times.ts";

type Setup = { page: Page; juno: Session; control: Rehearsal; channelId: string };

const WRITABLE = ["twitch", "youtube", "kick"];

const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const chip = (page: Page, name: string) =>
  page.getByRole("group", { name: "Send to" }).getByRole("button", { name, exact: true });
const receipts = (page: Page, text: string) =>
  chatRow(page, text).getByRole("list", { name: "Delivery" }).getByRole("listitem");

/** Opens a live channel with a bot on each writable platform, and the user's account on each but `withoutAccount`. */
async function openComposer(
  page: Page,
  juno: Session,
  control: Rehearsal,
  providers = [...WRITABLE, "tiktok"],
  withoutAccount = "",
) {
  const channelId = await createLiveChannel(juno, control, providers);
  const connections = await juno.get<{ id: string; provider: string }[]>(`/channels/${channelId}/providers`);
  for (const { id, provider } of connections) {
    if (!WRITABLE.includes(provider)) continue;
    if (provider !== withoutAccount) await juno.connectAccount("junoplays", provider);
    await juno.connectBot(channelId, id, provider);
  }
  await page.goto(`/channels/${channelId}/chat`);
  await expect(field(page)).toBeVisible();
  return channelId;
}

/** Platform → login of the account that sent a message there after event number `after` of the rehearsal. */
async function senders(control: Rehearsal, after: number): Promise<Record<string, string>> {
  const { records } = await control.get<{ records: RecordedEvent[] }>(`/events?after=${after}`);
  const sent = records.filter(({ event }) => event === "chat_sent" || event === "message_sent");
  return Object.fromEntries(sent.map(({ facts }) => [facts["platform"] ?? "twitch", facts["sender"] ?? facts["by"]]));
}

/** The platform's id of the last sent message. */
async function lastSentId(control: Rehearsal, event: "chat_sent" | "message_sent"): Promise<string> {
  const { records } = await control.get<{ records: RecordedEvent[] }>("/events");
  return String(records.findLast((recorded) => recorded.event === event)?.facts["message_id"]);
}

/** Waits until lines show emotes, which load in the background. */
async function untilEmotesLoaded(page: Page, control: Rehearsal): Promise<void> {
  let attempt = 0;
  const pictures = async () => {
    attempt += 1;
    await sendMessage(control, "twitch", `hello ${attempt}, catJAM`);
    const row = chatRow(page, `hello ${attempt},`);
    await expect(row).toBeVisible();
    return row.getByRole("img", { name: "catJAM" }).count();
  };
  await expect.poll(pictures, { intervals: POLL_INTERVALS }).toBe(1);
}

async function connectOwnAccount({ page }: Setup) {
  const locked = page.getByRole("button", { name: "Kick: Connect your Kick account to send as yourself" });
  const [popup] = await Promise.all([page.waitForEvent("popup"), locked.click()]);
  await popup.waitForURL(/\/kick\/oauth/);
  await Promise.all([popup.waitForEvent("close"), consentAs(popup, "junoplays")]);
  await expect(chip(page, "Kick")).toHaveAttribute("aria-pressed", "true");
}

async function retryFailed({ page, control }: Setup) {
  await control.post("/kick/fail", { next: 1, status: 500, path_prefix: "/kick/public/v1/chat" });
  await field(page).fill("will Kick take this?");
  await field(page).press("Enter");
  await expect(receipts(page, "will Kick take this?")).toHaveText(["Sent", /^Failed: .+Retry$/]);
  // The notice above the composer stays, also on the way to another screen and back.
  const undelivered = page.getByRole("list", { name: "Messages that were not delivered" });
  await expect(undelivered).toContainText("will Kick take this?");
  await page.getByRole("link", { name: "Chat Commands", exact: true }).click();
  await expect(field(page)).toBeHidden();
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await expect(undelivered).toContainText("will Kick take this?");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat-undelivered");
  await undelivered.getByRole("button", { name: "Retry on Kick" }).click();
  await expect(receipts(page, "will Kick take this?")).toHaveText(["Sent", "Sent"]);
  await expect(undelivered).toBeHidden();
}

async function retryDropped({ page, control }: Setup) {
  const { seq } = await control.get<{ seq: number }>("/events");
  await control.post("/twitch/drop-messages", { code: "msg_rejected" });
  await field(page).fill("will Twitch show this?");
  await field(page).press("Enter");
  const row = receipts(page, "will Twitch show this?");
  await expect(row).toHaveText([/^Dropped by Twitch: .+Retry$/, "Sent"]);
  expect((await row.first().textContent())?.match(/dropped/gi)).toHaveLength(1);
  await row.getByRole("button", { name: "Retry on Twitch" }).click();
  await expect(row).toHaveText(["Sent", "Sent"]);
  await control.wait("chat_sent", seq, { login: "junoplays", sender: "junoplays" });
}

async function keepFailedText({ page }: Setup) {
  await abortFirstPost(page, "**/sent-messages");
  await field(page).fill("not lost");
  await field(page).press("Enter");
  await expect(page.getByRole("alert")).toContainText("Can't reach the server");
  await expect(field(page)).toHaveValue("not lost");
  await field(page).focus();
  // Without waiting for the first message, as a user does.
  await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]);
  await expect(receipts(page, "not lost")).toHaveText(["Sent", "Sent"]);
  await expect(chatRow(page, "not lost")).toHaveCount(1);
  await expect(page.getByText("Enter a message")).toBeHidden();
  await field(page).press("ArrowUp");
  await expect(field(page)).toHaveValue("not lost");
}

async function pickByKeyboard({ page, control }: Setup) {
  await sendMessage(control, "twitch", "the first of many", { viewer: "marekfixes" });
  await expect(chatRow(page, "the first of many")).toBeVisible();
  await field(page).fill("");
  await pickEmote(page, "nice :catj", "catJAM 7tv", "Tab");
  await pickEmote(page, ":kapp", "Kappa twitch", "Enter");
  await pickEmote(page, ":junoplhi", "junoplHi twitch", "Tab");
  await pickEmote(page, ":fire", "fire", "Tab");
  await expect(field(page)).toHaveValue("nice catJAM Kappa junoplHi 🔥 ");
  await pickFromGrid(page);
  await field(page).fill("");
  await field(page).pressSequentially("hi @mar");
  const person = page.getByRole("option", { name: /marekfixes/i });
  await expect(person).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toHaveAttribute("aria-activedescendant", (await person.getAttribute("id")) ?? "");
  await expectNoAxeViolations(page);
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue(/^hi @marekfixes $/i);
  await field(page).fill("");
  await field(page).pressSequentially("!upt");
  await expect(page.getByRole("listbox", { name: "Commands" }).getByRole("option")).toContainText(["!uptime"]);
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("!uptime ");
  await field(page).fill("");
  await field(page).pressSequentially("/tim");
  await expect(page.getByRole("listbox", { name: "Slash commands" })).toBeVisible();
  await field(page).press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await field(page).fill("/timeout marekfixes 60 spoilers");
  await field(page).press("Enter");
  await expect(page.getByText("User timed out for 1 minute", { exact: true })).toBeVisible();
  await expect(chatRow(page, "the first of many")).toContainText(/Timed out 1 m.*spoilers/);
  await expect(chatRow(page, "/timeout")).toHaveCount(0);
}

async function setSlowMode({ page, control }: Setup) {
  await field(page).fill("");
  await field(page).pressSequentially("/slo");
  const option = page.getByRole("option", { name: "/slow [30] Slow mode Twitch Kick: not supported by Kick's API" });
  await expect(option).toBeVisible();
  await expectNoAxeViolations(page);
  await field(page).fill("/slow 10");
  await field(page).press("Enter");
  await expect(page.getByText("Slow mode 10 s", { exact: true })).toBeVisible();
  await expect(field(page)).toHaveValue("");
  const { records } = await control.get<{ records: RecordedEvent[] }>("/events");
  expect(records.filter(({ event }) => event === "chat_settings_changed")).toHaveLength(1);
}

test("failed messages are retried, and names are completed while typing", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await openComposer(page, juno, control, ["twitch", "kick"], "kick");
  const setup = { page, juno, control, channelId };
  await test.step("the chip of a platform without an account can connect one [P4]", () => connectOwnAccount(setup));
  await test.step("a failing platform does not delay the others, and is retried with one click [P4 X2]", () =>
    retryFailed(setup));
  await test.step("a message that a platform drops says so once and can be retried [P4 X2]", () => retryDropped(setup));
  await test.step("a text that could not be sent returns to the field, and two quick presses send it once [X2]", () =>
    keepFailedText(setup));
  await test.step("emotes, users, commands and slash commands are picked with the keyboard alone [P6]", () =>
    pickByKeyboard(setup));
  await test.step("a chat mode is set on platforms that have it, and the menu says why it is not set on others", () =>
    setSlowMode(setup));
});

async function sendLongText({ page }: Setup) {
  await field(page).fill(`${"word ".repeat(49)}break`);
  await page.getByRole("button", { name: "YouTube 250/200 → 2 messages", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText([/^(word ){39}word$/, /^(word )+break$/]);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Kick 250/500", { exact: true })).toBeVisible();
  await field(page).fill(`${"long ".repeat(102)}end`);
  await page.getByRole("button", { name: "Kick 513/500 → 2 messages" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await field(page).press("Enter");
  await expect(receipts(page, "long long")).toHaveText([/Sent/, /Sent/, /Sent/]);
  await field(page).fill("x".repeat(2_014));
  await expect(page.getByText("14 characters over the limit of 2,000")).toBeVisible();
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("x".repeat(2_014));
}

async function sendEverywhere({ page, control }: Setup) {
  await expect(field(page)).toHaveAttribute("placeholder", "Message Twitch, YouTube and Kick");
  await expect(page.getByRole("button", { name: "TikTok: TikTok allows reading only" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await field(page).fill("five minute break after this try");
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("");
  await expect(receipts(page, "five minute break")).toHaveText(["Sent", "Sent", "Sent"]);
  await expect(chatRow(page, "five minute break")).toHaveCount(1);
  const asUser = await control.get<{ seq: number }>("/events");
  expect(await senders(control, 0)).toEqual({ twitch: "junoplays", youtube: "junoplays", kick: "junoplays" });

  await page.getByRole("button", { name: "Send as JunoPlays" }).click();
  await page.getByRole("menuitemradio", { name: /StagehandBot/ }).click();
  await chip(page, "YouTube").click();
  await expect(field(page)).toHaveAttribute("placeholder", "Message Twitch and Kick");
  await field(page).fill("the bot speaks");
  await field(page).press("Enter");
  await expect(receipts(page, "the bot speaks")).toHaveText(["Sent", "Sent"]);
  expect(await senders(control, asUser.seq)).toEqual({ twitch: "stagehandbot", kick: "stagehandbot" });
  const asBot = await control.get<{ seq: number }>("/events");
  await field(page).fill("the bot speaks everywhere");
  await field(page).press("Shift+Enter");
  await expect(receipts(page, "the bot speaks everywhere")).toHaveText(["Sent", "Sent", "Sent"]);
  const everywhere = { twitch: "stagehandbot", youtube: "stagehandbot", kick: "stagehandbot" };
  expect(await senders(control, asBot.seq)).toEqual(everywhere);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "composer");

  await page.reload();
  await expect(field(page)).toHaveAttribute("placeholder", "Message Twitch and Kick");
  await expect(page.getByRole("button", { name: "Send as StagehandBot" })).toBeVisible();
  await expect(chip(page, "YouTube")).toHaveAttribute("aria-pressed", "false");
}

test("messages reach writable platforms, split if long, as the user or the bot", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await openComposer(page, juno, control);
  const setup = { page, juno, control, channelId };
  await test.step("a long text shows how it is split and is sent to each writable platform, and a text over the limit is not sent", () =>
    sendLongText(setup));
  await test.step("a message goes to three platforms, as the user and as the bot, with a receipt from each [P4]", () =>
    sendEverywhere(setup));
});

/** Opens the grid of emotes, finds an emote by search, and writes the emote into the message with Enter. */
async function pickFromGrid(page: Page) {
  await field(page).fill("gg");
  await page.getByRole("button", { name: "Emotes" }).press("Enter");
  const picker = page.getByRole("dialog", { name: "Emotes" });
  await expect(picker.getByRole("combobox")).toBeFocused();
  await expect(picker.getByRole("gridcell", { name: /^catJAM/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "emote-picker");
  await page.keyboard.type("junoplhi");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("gg junoplHi ");
  await expect(field(page)).toBeFocused();
}

/** Types the start of a name, moves down to the emote and picks the emote. */
async function pickEmote(page: Page, typed: string, name: string, key: "Tab" | "Enter") {
  await field(page).pressSequentially(typed);
  const menu = page.getByRole("listbox", { name: "Emotes" });
  const option = menu.getByRole("option", { name, exact: true });
  await expect(option).toBeVisible();
  const position = await option.evaluate((element) => [...(element.parentElement?.children ?? [])].indexOf(element));
  for (let step = 0; step < position; step += 1) await field(page).press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await field(page).press(key);
  await expect(menu).toHaveCount(0);
}

async function reply({ page, control }: Setup) {
  await sendMessage(control, "twitch", "how long is this game?", { viewer: "marekfixes" });
  await chatRow(page, "how long is this game?").hover();
  await page.getByRole("toolbar").getByRole("button", { name: "Reply" }).click();
  await expect(page.getByText(/Reply to .*how long is this game/)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await field(page).fill("about twelve hours");
  await field(page).press("Shift+Enter");
  await expect(receipts(page, "about twelve hours")).toHaveText(["Sent"]);
  await expect(chatRow(page, "about twelve hours")).toContainText("how long is this game?");

  await sendMessage(control, "youtube", "is it on YouTube too?", { viewer: "odalys_" });
  await chatRow(page, "is it on YouTube too?").hover();
  await page.getByRole("toolbar").getByRole("button", { name: "Reply" }).click();
  await expect(page.getByText(/Reply to .*is it on YouTube too/)).toBeVisible();
  await field(page).fill("yes, it is");
  await field(page).press("Enter");
  await expect(receipts(page, "yes, it is")).toHaveText(["Sent"]);
}

async function deleteSent({ page, juno, control, channelId }: Setup) {
  await untilEmotesLoaded(page, control);
  await field(page).fill("first try catJAM");
  await field(page).press("Enter");
  const first = chatRow(page, "first try");
  await expect(receipts(page, "first try")).toHaveText(["Sent", "Sent"]);
  await expect(first.getByRole("img", { name: "catJAM" })).toBeVisible();

  await control.post("/twitch/delete", { login: "junoplays", message_id: await lastSentId(control, "chat_sent") });
  await expect(receipts(page, "first try")).toHaveText([/^Deleted/, "Sent"]);
  await expect(first.locator("s")).toHaveCount(0);
  await control.post("/youtube/deletions", { tell: "tombstone" });
  await control.post("/youtube/delete", { login: "junoplays", message_id: await lastSentId(control, "message_sent") });
  await expect(receipts(page, "first try")).toHaveText([/^Deleted/, /^Deleted/]);
  await expect(first.locator("s")).toContainText("first try");
  await first.hover();
  await expect(page.getByRole("toolbar").getByRole("button", { name: "Delete: Already deleted" })).toBeVisible();

  // Platforms do not allow deleting the broadcaster's messages.
  await page.getByRole("button", { name: "Send as JunoPlays" }).click();
  await page.getByRole("menuitemradio", { name: /StagehandBot/ }).click();
  await field(page).fill("second try");
  await field(page).press("Enter");
  await expect(receipts(page, "second try")).toHaveText(["Sent", "Sent"]);
  const { seq } = await control.get<{ seq: number }>("/events");
  await chatLog(page).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("toolbar").getByRole("button", { name: "Delete" })).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Message deleted on Twitch and YouTube", { exact: true })).toBeVisible();
  await control.wait("message_removed", seq, { platform: "youtube" });
  await control.wait("message_deleted", seq, { login: "junoplays" });
  await expect(receipts(page, "second try")).toHaveText([/^Deleted by JunoPlays/, /^Deleted by JunoPlays/]);
  await expect(chatRow(page, "second try").locator("s")).toHaveText("second try");
  await expectNoSidewaysScroll(page, "sent-deleted");

  const log = await juno.get<{ records: { id: string; action: string }[] }>(`/channels/${channelId}/moderation-log`);
  const deletions = log.records.filter(({ action }) => action === "delete").slice(0, 2);
  for (const { id } of deletions) await juno.post(`/channels/${channelId}/moderation-log/${id}/undo`);
  // Undo restores the message in Greenroom only.
  await expect(chatRow(page, "second try").locator("s")).toHaveCount(0);
  await expect(receipts(page, "second try")).toHaveText([/^Deleted by JunoPlays/, /^Deleted by JunoPlays/]);
  await page.reload();
  await expect(chatRow(page, "first try").locator("s").getByRole("img", { name: "catJAM" })).toBeVisible();
  await expect(chatRow(page, "second try").locator("s")).toHaveCount(0);
  await expect(receipts(page, "second try")).toHaveText([/^Deleted by JunoPlays/, /^Deleted by JunoPlays/]);
}

test("viewers get replies, and sent messages are deleted and restored", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await openComposer(page, juno, control, ["twitch", "youtube"]);
  const setup = { page, juno, control, channelId };
  await test.step("a reply quotes a message, and goes only to the platform of that message [P4]", () => reply(setup));
  await test.step("a sent message shows emotes, is struck through when deleted, and is deleted everywhere by its toolbar [P4]", () =>
    deleteSent(setup));
});
