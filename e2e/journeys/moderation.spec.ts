import { expect, type Locator, type Page, test } from "../fixtures.ts";
import { chatLog, chatRow, openChat, sendMessage } from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";
import { expectAfter } from "../harness/times.ts";
import { measureToast, watchToasts } from "../harness/toasts.ts";

type Setup = { page: Page; juno: Session; control: Rehearsal; channelId: string };

const card = (page: Page) => page.getByRole("region", { name: "Viewer card" });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Sends a message with the pointer outside the list, because the list holds back new lines under a pointer. */
async function moveAwayAndSend(page: Page, ...message: Parameters<typeof sendMessage>) {
  await page.mouse.move(0, 0);
  return sendMessage(...message);
}

/** Hovers a line and clicks a button of its toolbar. */
async function press(page: Page, line: string, button: string) {
  await chatRow(page, line).hover();
  await chatRow(page, line).getByRole("toolbar").getByRole("button", { name: button, exact: true }).click();
}

const undoBar = (page: Page) => page.getByRole("region", { name: "Undo", exact: true });

/** Deletes the only line on a phone, where the Undo bar shortens the list, and undoes the deletion. */
async function deleteTheOnlyLine({ page, control }: Pick<Setup, "page" | "control">) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await moveAwayAndSend(page, control, "twitch", "a lonely line", { viewer: "marekfixes" });
  await press(page, "a lonely line", "Delete");
  await expect(chatRow(page, "a lonely line")).toContainText(/Deleted by JunoPlays/);
  await expect(undoBar(page)).toBeVisible();
  const bottom = async (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
  await expect
    .poll(async () => (await bottom(chatLog(page))) - (await bottom(chatRow(page, "a lonely line"))))
    .toBeGreaterThanOrEqual(0);
  const middle = async (part: Locator) =>
    part.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    });
  const [button, seconds] = [undoBar(page).getByRole("button"), undoBar(page).getByText(/^\d+ s$/)];
  expect(Math.abs((await middle(button)) - (await middle(seconds)))).toBeLessThan(2);
  await button.click();
  await expect(chatRow(page, "a lonely line")).not.toContainText(/Deleted/);
  if (size) await page.setViewportSize(size);
}

async function undoAll({ page, control }: Pick<Setup, "page" | "control">) {
  await moveAwayAndSend(page, control, "twitch", "buy followers cheap", { viewer: "marekfixes" });
  await moveAwayAndSend(page, control, "twitch", "free coins here", { viewer: "odalys_" });
  const advert = chatRow(page, "buy followers cheap");
  // The toolbar follows the pointer away from the row selected by keyboard.
  await expect(chatRow(page, "free coins here")).toBeVisible();
  await chatLog(page).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("toolbar")).toHaveAccessibleName(/odalys/i);
  await press(page, "buy followers cheap", "Delete");
  await expect(advert).toContainText(/Deleted by JunoPlays/);
  await expect(toast(page, "Message deleted")).toContainText(/marekfixes on Twitch/i);
  await expect(undoBar(page)).toContainText(/Deleted a message by marekfixes on Twitch/i);
  await expectNoAxeViolations(page);
  await undoBar(page).getByRole("button").click();
  await expect(advert).not.toContainText(/Deleted/);
  // The focus is not lost when the bar closes.
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");

  await press(page, "buy followers cheap", "Time out for 10 minutes");
  await expect(advert).toContainText(/Timed out 10 m by JunoPlays/);
  await expect(page.getByText("User timed out for 10 minutes", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("User unbanned successfully", { exact: true })).toBeVisible();
  await expect(advert).not.toHaveAttribute("data-removed");

  await press(page, "free coins here", "Duration and reason");
  const options = page.getByRole("dialog", { name: /^Duration and reason for odalys_ on Twitch/i });
  await options.getByRole("textbox", { name: "Reason (optional)" }).fill("coin adverts");
  await options.getByRole("textbox", { name: "Duration" }).fill("90m");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("User timed out for 1 hour 30 minutes", { exact: true })).toBeVisible();
  await expect(chatRow(page, "free coins here")).toContainText("Timed out 1 h 30 m by JunoPlays · coin adverts");
  await control.wait("banned", 0, { reason: "coin adverts" });
  await chatRow(page, "free coins here")
    .getByRole("button", { name: /^Undo for/ })
    .click();
  await expect(chatRow(page, "free coins here")).not.toHaveAttribute("data-removed");
  await press(page, "free coins here", "Ban");
  await expect(page.getByText("User banned successfully", { exact: true })).toBeVisible();
  await press(page, "free coins here", "Open viewer card");
  await expect(card(page).getByText("Banned", { exact: true })).toBeVisible();
  await expect(chatRow(page, "free coins here")).toHaveAttribute("data-removed");
  await card(page).getByRole("button", { name: "Unban" }).click();
  await expect(card(page).getByText("Banned", { exact: true })).toHaveCount(0);
  await expect(card(page).getByRole("group").first()).toBeFocused();
  await expect(chatRow(page, "free coins here")).not.toHaveAttribute("data-removed");
  const banned = await measureToast(page, "User banned successfully");
  expect(banned.tone).toBe("success");
  expectAfter(banned.milliseconds, 2_000);
}

async function expectFailure({ page, control }: Pick<Setup, "page" | "control">) {
  await moveAwayAndSend(page, control, "twitch", "hello you", { viewer: "marekfixes" });
  await control.post("/twitch/fail", { next: 20, status: 500, path_prefix: "/twitch/helix/moderation/bans" });
  await press(page, "hello you", "Ban");
  const refused = await measureToast(page, "Twitch is not responding");
  expect(refused.tone).toBe("error");
  expectAfter(refused.milliseconds, 5_000);
  await expect(chatRow(page, "hello you")).not.toHaveAttribute("data-removed");
}

test("viewers are moderated from the toolbar of their lines", async ({ page, openAs, control }) => {
  await watchToasts(page);
  const juno = await openAs(page, "junoplays");
  await openChat(page, juno, control, ["twitch"]);
  const setup = { page, control };
  await test.step("on a phone the only line stays visible after its deletion, with an Undo bar of one row", () =>
    deleteTheOnlyLine(setup));
  await test.step("a message is deleted, viewers are timed out and banned, and all of it is undone [P4 T3 X4 X5 X6]", () =>
    undoAll(setup));
  await test.step("a ban that fails on the platform is shown in an error toast for 5 s, and the line stays [X2]", () =>
    expectFailure(setup));
});

async function undoFromLog({ page, control }: Setup) {
  await moveAwayAndSend(page, control, "twitch", "the ending is sad", { viewer: "marekfixes" });
  await expect(chatRow(page, "the ending is sad")).toBeVisible();
  await openLog(page);
  const log = page.getByRole("dialog", { name: "Moderation log" });
  await expect(log.getByText("No moderation actions yet")).toBeVisible();
  await control.post("/twitch/ban", { login: "junoplays", viewer: "marekfixes", seconds: 600, reason: "spoilers" });
  const entry = log.getByRole("listitem").filter({ hasText: "Timed out 10 m" });
  await expect(entry).toContainText(/marekfixes/i);
  await expect(entry).toContainText("Timed out 10 m by JunoPlays");
  await expect(entry).toContainText("spoilers");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "moderation-log");
  await entry.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("User unbanned successfully", { exact: true })).toBeVisible();
  await expect(entry).toContainText("Undone by JunoPlays");
  await expect(entry.locator(":focus")).toHaveCount(1);
  await expect(log.getByRole("listitem").first()).toContainText("Unbanned by JunoPlays");
  await page.keyboard.press("Escape");
  await expect(log).toHaveCount(0);
}

async function useCard({ page, control }: Setup) {
  await moveAwayAndSend(page, control, "twitch", "a quiet one", { viewer: "odalys_" });
  await press(page, "a quiet one", "Open viewer card");
  await expect(card(page).getByText("First seen")).toBeVisible();
  const note = card(page).getByRole("textbox", { name: "Add a note for the team" });
  await note.pressSequentially("b345 is his old name");
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.pressSequentially("1b");
  await expect(page.getByText(/User (banned|timed out)/)).toHaveCount(0);
  await note.press("Enter");
  await expect(card(page).getByRole("article")).toContainText("b345 is his old name");
  await expect(note).toHaveValue("");
  await card(page)
    .getByRole("tab", { name: /^History/ })
    .focus();
  await page.keyboard.press("2");
  await expect(page.getByText("User timed out for 1 minute", { exact: true })).toBeVisible();
  await expect(card(page).getByText(/^Timed out, \d+ s left$/)).toBeVisible();
  await page.keyboard.press("b");
  await expect(page.getByText("User banned successfully", { exact: true })).toBeVisible();
  await expect(card(page).getByText("Banned by JunoPlays")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "viewer-card");
  await card(page).getByRole("tab", { name: "Messages" }).click();
  await expect(card(page).getByText("a quiet one")).toBeVisible();
  await card(page)
    .getByRole("tab", { name: /^Notes/ })
    .click();
  await card(page).getByRole("button", { name: "Delete note" }).click();
  await expect(card(page).getByText("No notes yet.")).toBeVisible();
  await card(page).getByRole("button", { name: "Close viewer card" }).click();
  await expect(card(page)).toHaveCount(0);
}

async function askWhy({ page, juno, control, channelId }: Setup) {
  await moveAwayAndSend(page, control, "twitch", "nothing wrong with this", { viewer: "brisket99" });
  await press(page, "nothing wrong with this", "Why?");
  const dialog = page.getByRole("dialog", { name: /^Why did/ });
  await expect(dialog).toContainText("nothing wrong with this");
  await expect(dialog.getByRole("listitem").filter({ hasText: "Commands" })).toContainText("Not triggered");
  await page.keyboard.press("Escape");

  const settings = { terms: [{ kind: "phrase", text: "cheap followers" }] };
  await juno.post(`/channels/${channelId}/filters`, { type: "banned_terms", name: "Adverts", settings });
  await moveAwayAndSend(page, control, "twitch", "get cheap followers now", { viewer: "brisket99" });
  await expect(chatRow(page, "get cheap followers now")).toHaveAttribute("data-removed", "true");
  await press(page, "get cheap followers now", "Why?");
  const reason = dialog.getByRole("listitem").filter({ hasText: "Adverts" });
  await expect(reason).toContainText("Matched");
  await expect(dialog.locator("mark")).toHaveText("cheap followers");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "why");
  await page.keyboard.press("Escape");
  await press(page, "get cheap followers now", "Open viewer card");
  await expect(card(page).getByText("1 (Adverts)")).toBeVisible();
  await expect(card(page).getByText("Filtered by Adverts, message deleted")).toBeVisible();
}

async function openCardPage({ page, control, channelId }: Setup) {
  await moveAwayAndSend(page, control, "twitch", "look me up", { viewer: "marekfixes" });
  await press(page, "look me up", "Open viewer card");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    card(page).getByRole("button", { name: "Pop out" }).click(),
  ]);
  await popup.waitForURL(/\/popout\/channels\/[^/]+\/viewers\/twitch\/[^/]+$/);
  const address = new URL(popup.url()).pathname;
  const popoutCard = card(popup);
  await expect(popoutCard.getByText(/marekfixes/i).first()).toBeVisible();
  await expect(popoutCard.getByText("First seen")).toBeVisible();
  await expect(popup.getByRole("navigation")).toHaveCount(0);
  await popup.keyboard.press("3");
  await expect(popup.getByText("User timed out for 10 minutes", { exact: true })).toBeVisible();
  await expectNoAxeViolations(popup);
  await expectNoSidewaysScroll(popup, "viewer-popout");
  await popup.close();
  await navigateInApp(page, `/popout/channels/${channelId}/viewers/twitch/nobody`);
  await expect(page.getByText("Viewer not found")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(address);
  await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(address)}`);
}

test("a viewer is looked up and moderated from the log, the card, the why dialog and the card's own page", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await openChat(page, juno, control, ["twitch"]);
  const setup = { page, juno, control, channelId };
  await test.step("a timeout on Twitch itself is in the log with actor, reason and duration, and is undone there [P4 X6]", () =>
    undoFromLog(setup));
  await test.step("the card's shortcuts work while it has the focus, and never in a field [P4 T3 X4 X5]", () =>
    useCard(setup));
  await test.step("the why dialog shows the filter, its reason and the matched text [P4]", () => askWhy(setup));
  await test.step("a card has its own URL, which needs a sign-in [R3]", () => openCardPage(setup));
});

async function openLog(page: Page) {
  await page.getByRole("button", { name: "More chat options" }).click();
  await page.getByRole("menuitem", { name: "Moderation log" }).click();
}

test("accounts are linked by a code typed in chat and by search; a ban everywhere shows where it failed [P4 T3]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  await openChat(page, juno, control, ["twitch", "kick", "youtube"]);
  await moveAwayAndSend(page, control, "twitch", "twitch me", { viewer: "marekfixes" });
  await moveAwayAndSend(page, control, "youtube", "youtube me", { viewer: "marekfixes" });
  await press(page, "twitch me", "Open viewer card");
  await card(page).getByRole("button", { name: "Link another account" }).click();
  const dialog = page.getByRole("dialog", { name: /^Link another account to/ });
  await dialog.getByRole("tab", { name: "With a code" }).click();
  await dialog.getByRole("button", { name: "Generate code" }).click();
  const command = (await dialog.locator("output").textContent()) ?? "";
  expect(command).toMatch(/^!link \S+$/);
  await expect(dialog.getByText(/^0:09:\d\d left/)).toBeVisible();
  await expectNoAxeViolations(page);
  await moveAwayAndSend(page, control, "kick", command, { viewer: "marekfixes" });
  await expect(dialog.getByRole("status")).toContainText(/^Linked to marekfixes/i);
  await page.keyboard.press("Escape");
  await expect(card(page).getByRole("button", { name: /marekfixes on Kick/i })).toBeVisible();

  await card(page).getByRole("button", { name: "Link another account" }).click();
  await dialog.getByRole("textbox", { name: "Username on the other platform" }).fill("marek");
  await dialog.getByRole("button", { name: /YouTube/ }).click();
  await expect(dialog.getByRole("status")).toContainText("Linked to");
  await page.keyboard.press("Escape");
  await control.post("/kick/fail", { next: 20, status: 500, path_prefix: "/kick/public/v1/moderation/bans" });
  await card(page).getByRole("button", { name: "Ban everywhere 3 accounts" }).click();
  const question = page.getByRole("dialog", { name: "Ban everywhere?" });
  await expect(question.getByRole("listitem")).toHaveCount(3);
  await question.getByRole("button", { name: "Ban 3 accounts" }).click();
  const results = question.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect(results).toHaveCount(3);
  await expect(results.filter({ hasText: "Banned" })).toHaveCount(2);
  await expect(results.filter({ hasText: "Failed: " })).toHaveCount(1);
  await expectNoAxeViolations(page);
  await question.getByRole("button", { name: "Done" }).click();
  await expect(card(page).getByText("Banned", { exact: true })).toBeVisible();
});
