import { expect, type Page, storeToken, test } from "../fixtures.ts";
import { createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { makeCommand } from "../harness/commands.ts";
import { invite } from "../harness/members.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

const NO_COOLDOWN = { global_cooldown: 0, chatter_cooldown: 0 };

const waiting = (page: Page) => page.getByRole("region", { name: "Waiting" }).getByRole("listitem");
const called = (page: Page) => page.getByRole("region", { name: "Called" }).getByRole("listitem");
const grip = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}` });

/** Expects exactly these waiting viewers, in this order. */
const expectOrder = (page: Page, names: string[]) =>
  expect(waiting(page)).toContainText(names.map((name, index) => new RegExp(`^${index + 1}.*${name}`, "is")));

async function createQueue(page: Page, channelId: string): Promise<string> {
  await page.goto(`/channels/${channelId}`);
  await page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: "Viewer Queue" }).click();
  await expect(page.getByRole("heading", { name: "No queues yet" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Create queue" }).click();
  const sheet = page.getByRole("region", { name: /^Queue / });
  await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("Viewer races");
  await sheet.getByRole("textbox", { name: "Ask for" }).fill("In-game name");
  await sheet.getByRole("spinbutton", { name: "Viewers per round" }).fill("2");
  await sheet.getByRole("switch", { name: "Viewers can look up their place" }).check();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "queue-new");
  await sheet.getByRole("button", { name: /^Save/ }).click();
  await expect(page).toHaveURL(/\/queues\/[0-9a-f-]{36}$/);
  // The switch changes after the server's response, for which `check` does not wait.
  await page.getByRole("switch", { name: "Closed" }).click();
  await expect(page.getByRole("switch", { name: "Open" })).toBeChecked();
  return page.url();
}

async function makeCommands(juno: Session, channelId: string) {
  await makeCommand(juno, channelId, "!join", "$(queue.join)", NO_COOLDOWN);
  await makeCommand(juno, channelId, "!place", "$(queue.position)", NO_COOLDOWN);
}

async function joinFromChat(page: Page, control: Rehearsal) {
  await sendMessage(control, "twitch", "!join Bracken#4410, no mic", { viewer: "marekfixes" });
  await expect(waiting(page)).toHaveCount(1);
  await sendMessage(control, "kick", "!join Kestrel", { viewer: "brisket99" });
  await expect(waiting(page)).toHaveCount(2);
  await sendMessage(control, "twitch", "!join oda", { viewer: "odalys_" });
  await expectOrder(page, ["marekfixes.*Bracken#4410.*no mic", "brisket99.*Kestrel", "odalys_"]);
}

async function expectReadOnly(other: Page) {
  await expect(other.getByText("Only Editors and above can run queues.")).toBeVisible();
  await expect(grip(other, "marekfixes")).toHaveCount(0);
  await expect(other.getByRole("button", { name: /^Next/ })).toHaveCount(0);
}

async function moveByKeyboard(page: Page, other: Page) {
  await grip(page, "odalys_").focus();
  await page.keyboard.press("ArrowUp");
  await expectOrder(other, ["marekfixes", "odalys_", "brisket99"]);
  await expect(grip(page, "odalys_")).toBeFocused();
  await page.keyboard.press("Home");
  await expectOrder(other, ["odalys_", "marekfixes", "brisket99"]);
  await expect(page.getByText("odalys_ is number 1 of 3")).toBeAttached();
}

async function drag(page: Page, other: Page) {
  await grip(page, "odalys_").hover();
  await page.mouse.down();
  const last = await waiting(page).last().boundingBox();
  await page.mouse.move(400, (last?.y ?? 0) + 20, { steps: 3 });
  await page.mouse.move(400, (last?.y ?? 0) + 45, { steps: 3 });
  await page.mouse.up();
  await expectOrder(page, ["marekfixes", "brisket99", "odalys_"]);
  await expectOrder(other, ["marekfixes", "brisket99", "odalys_"]);
}

async function playRound(page: Page, other: Page, control: Rehearsal) {
  await page.getByRole("heading", { name: "Viewer races" }).click();
  await page.keyboard.press("n");
  await expect(called(other)).toContainText(["MarekFixes", "Brisket99"]);
  await expectOrder(page, ["odalys_"]);
  await sendMessage(control, "twitch", "!join", { viewer: "marekfixes" });
  await expect(called(page).first()).toContainText("here");
  await page.getByRole("button", { name: "Playing: marekfixes" }).click();
  await page.getByRole("button", { name: "No show: brisket99" }).click();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "All done" }).click();
  const done = other.getByRole("region", { name: "Done" }).getByRole("listitem");
  await expect(done).toContainText(["done, round 1", "no show"]);
}

async function editNote(page: Page, other: Page) {
  await page.getByRole("button", { name: "Actions for odalys_" }).click();
  await page.getByRole("menuitem", { name: "Edit note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("bring snacks");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(waiting(other).first()).toContainText("bring snacks");
  await page.getByRole("button", { name: "Actions for marekfixes" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(page.getByRole("dialog")).toContainText("Played 1 ×");
  await page.keyboard.press("Escape");
}

async function expectPublicPlace(viewer: Page, channelId: string) {
  await viewer.goto(`/c/${channelId}/queues`);
  await viewer.getByRole("textbox", { name: "Your name in chat" }).fill("ODALYS_");
  await expect(viewer.getByText("Odalys_ is number 1 of 1.")).toBeVisible();
  await expect(viewer.getByText("bring snacks")).toHaveCount(0);
  await expectNoAxeViolations(viewer);
  await expectNoSidewaysScroll(viewer, "queue-public");
}

async function expectPopout(page: Page) {
  const popout = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Pop out" }).click();
  const shown = await popout;
  await expect(waiting(shown)).toHaveCount(1);
  await expectNoAxeViolations(shown);
  await expectNoSidewaysScroll(shown, "queue-popout");
  await shown.close();
}

test("viewers of two platforms join from chat, are moved, called and finished [P6 R2 S1 A3]", async ({
  page,
  browser,
  openAs,
  openSession,
  control,
  installation,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch", "kick"]);
  await makeCommands(juno, channelId);
  const url = await createQueue(page, channelId);
  const odalys = await openSession("odalys_");
  await invite(juno, channelId, odalys, 7);
  const other = await (await browser.newContext({ baseURL: installation.url })).newPage();
  await storeToken(other, odalys);
  await other.goto(url);

  await joinFromChat(page, control);
  await expectOrder(other, ["marekfixes", "brisket99", "odalys_"]);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "queue");
  await test.step("a moderator sees the queue live and has no buttons", () => expectReadOnly(other));
  await test.step("rows are moved by keyboard, and the focus stays on the row", () => moveByKeyboard(page, other));
  await test.step("rows are reordered by dragging", () => drag(page, other));
  await test.step("the next round is called, plays and is done", () => playRound(page, other, control));
  await test.step("a note is edited, and the history counts the rounds of a viewer", () => editNote(page, other));
  await test.step("the public page shows viewers their place, without notes [P6]", async () => {
    const viewer = await (await browser.newContext({ baseURL: installation.url })).newPage();
    await expectPublicPlace(viewer, channelId);
    await viewer.context().close();
  });
  await test.step("the popout shows the same queue", () => expectPopout(page));
  await test.step("a deleted queue disappears from pages that show it", async () => {
    await juno.delete(`/channels/${channelId}/queues/${url.split("/").at(-1)}`);
    await expect(other.getByRole("heading", { name: "This queue doesn't exist" })).toBeVisible();
  });
  await other.context().close();
});
