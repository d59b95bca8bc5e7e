import { expect, type Page, test } from "../fixtures.ts";
import * as commands from "../harness/commands.ts";
import * as filters from "../harness/filters.ts";
import { createSharedChannel } from "../harness/members.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import * as timers from "../harness/timers.ts";

const MOD = 7;
const EDITOR = 100;

// What the server refuses to moderators and editors is tested in tests/features/access.

/** Opens a screen from the sidebar. */
const open = (page: Page, screen: string) =>
  page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: screen, exact: true }).click();

/** Expects that a switch is disabled and that a click does not change it. */
async function expectLocked(page: Page, name: string) {
  const onOff = page.getByRole("switch", { name });
  const before = await onOff.isChecked();
  await expect(onOff).toHaveAttribute("aria-disabled", "true");
  await onOff.click({ force: true });
  await expect(onOff).toBeChecked({ checked: before });
}

async function readCommands(page: Page) {
  await expectLocked(page, "!rules is on");
  await expect(page.getByRole("button", { name: "New command" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("button", { name: "Import" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "More actions" })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Mods" })).toBeDisabled();
  await commands.listRow(page, "!rules").getByRole("link").click();
  const sheet = commands.editor(page);
  await expect(sheet.getByText(/Only Editors and above can change commands/)).toBeVisible();
  await expect(commands.response(page)).toBeDisabled();
  await expect(sheet.getByRole("combobox", { name: "Who can use it" })).toBeDisabled();
  await expect(sheet.getByRole("spinbutton", { name: "Global cooldown" })).toBeDisabled();
  await expect(sheet.getByRole("radio", { name: "Announcement" })).toBeDisabled();
  for (const name of ["Save", "Delete", "Duplicate"]) {
    await expect(sheet.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-locked");
}

async function readTimers(page: Page) {
  await open(page, "Chat Timers");
  await expectLocked(page, "Socials is on");
  await expect(page.getByRole("button", { name: "New timer" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("button", { name: "Actions for Socials" })).toHaveCount(0);
  await page.getByRole("link", { name: /^Socials/ }).click();
  await expect(timers.editor(page).getByText("Only Editors and above can change timers.")).toBeVisible();
  await expect(timers.message(page)).toBeDisabled();
  for (const name of ["Save", "Run now", "Delete", "Add message", "Move message 1"]) {
    await expect(timers.editor(page).getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "timer-locked");
}

async function readFilters(page: Page) {
  await open(page, "Chat Filters");
  await expectLocked(page, "Links is on");
  await expect(page.getByRole("button", { name: "New filter" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("link", { name: /^Links/ }).click();
  const sheet = filters.editor(page);
  await expect(sheet.getByText(/Only Editors and above can change filters/)).toBeVisible();
  for (const name of ["Save", "Delete"]) {
    await expect(sheet.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
}

async function readQuotes(page: Page) {
  await open(page, "Quotes");
  await expect(page.getByRole("button", { name: "New quote" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("button", { name: /^Actions for quote/ })).toHaveCount(0);
  const isPublic = page.getByRole("switch", { name: "Public" });
  const before = await isPublic.isChecked();
  await isPublic.click({ force: true });
  await expect(isPublic).toBeChecked({ checked: before });
  await page.getByRole("link", { name: /I meant to do that/ }).click();
  const sheet = page.getByRole("region", { name: /^Quote #/ });
  await expect(sheet.getByText("Only Editors and above can change quotes.")).toBeVisible();
  await expect(sheet.getByRole("textbox", { name: "Quote", exact: true })).toBeDisabled();
  for (const name of ["Save", "Delete"]) {
    await expect(sheet.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
}

/** Expects that the dashboard offers to change titles and run ads if `isAllowed`, and otherwise neither. */
async function expectEditing(page: Page, isAllowed: boolean) {
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  const count = isAllowed ? 1 : 0;
  await expect(page.getByRole("region", { name: "Twitch" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Panic" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change the title on Twitch" })).toHaveCount(count);
  await expect(page.getByRole("region", { name: "Ads" })).toHaveCount(count);
  await expectNoAxeViolations(page);
}

test("a moderator sees commands, timers, filters and quotes, but edits none", async ({ page, openAs, openSession }) => {
  const juno = await openSession("junoplays");
  const channelId = await createSharedChannel(juno, await openSession("hanamori"), MOD);
  await commands.makeCommand(juno, channelId, "!rules", "Be nice");
  await timers.makeTimer(juno, channelId, "Socials", ["One", "Two"]);
  await filters.makeFilter(juno, channelId, { name: "Links", type: "link" });
  await juno.post(`/channels/${channelId}/quotes`, { text: "I meant to do that" });
  await juno.connectPlatform(channelId, "junoplays", "twitch");
  await openAs(page, "hanamori", `/channels/${channelId}/chat-commands`);
  await test.step("a moderator sees every command and can change none [A3]", () => readCommands(page));
  await test.step("a moderator sees every timer and can change none [A3]", () => readTimers(page));
  await test.step("a moderator sees every filter and can change none [A3]", () => readFilters(page));
  await test.step("a moderator sees every quote and can change none [A3]", () => readQuotes(page));
  await test.step("a moderator's dashboard has no titles to change and no ads [A3]", () => expectEditing(page, false));
  await test.step("a moderator cannot import [A3]", async () => {
    await navigateInApp(page, `/channels/${channelId}/chat-commands/import`);
    await expect(page.getByText("Only Editors and above can import")).toBeVisible();
    await expectNoAxeViolations(page);
  });
});

async function editTimers(page: Page) {
  await timers.runNow(page, "Socials");
  await expect(timers.listRow(page, "Socials")).toContainText("Skipped");
  await page.getByRole("link", { name: /^Socials/ }).click();
  await timers.editor(page).getByRole("textbox", { name: "Name" }).fill("Discord");
  await page.keyboard.press("Control+s");
  await expect(timers.listRow(page, "Discord")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Discord" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete Discord?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/chat-timers$/);
  await expect(page.getByRole("heading", { name: "No timers yet" })).toBeVisible();
}

async function previewFile(page: Page) {
  await open(page, "Channel Settings");
  await page.getByRole("link", { name: "Backup & restore" }).click();
  const content = 'greenroom: 1\ncommands:\n  - cmds: ["!mine"]\n    responses:\n      - text: Mine\n';
  await page.getByRole("textbox", { name: "YAML file" }).fill(content);
  await page.getByRole("button", { name: "Preview changes", exact: true }).click();
  const apply = page.getByRole("region", { name: "Changes" }).getByRole("button", { name: /^Apply/ });
  await expect(apply).toHaveAttribute("aria-disabled", "true");
  await apply.click({ force: true });
  await expect(page.getByText("Only Admins and above can import and restore").first()).toBeVisible();
  await expectNoAxeViolations(page);
}

test("an editor changes timers, but cannot import a channel file", async ({ page, openAs, openSession }) => {
  const juno = await openSession("junoplays");
  const channelId = await createSharedChannel(juno, await openSession("hanamori"), EDITOR);
  await timers.makeTimer(juno, channelId, "Socials", ["Follow us"]);
  await openAs(page, "hanamori", `/channels/${channelId}/chat-timers`);
  await test.step("an editor runs, changes and deletes timers [A4]", () => editTimers(page));
  await test.step("an editor's dashboard has titles to change, and ads [A4]", async () => {
    await juno.connectPlatform(channelId, "junoplays", "twitch");
    await expectEditing(page, true);
  });
  await test.step("an editor can preview a file but not import it [A4]", () => previewFile(page));
});
