import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "../fixtures.ts";
import { deleteDefaults, makeCommand } from "../harness/commands.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; juno: Session; channelId: string };

const file = (page: Page) => page.getByRole("textbox", { name: "YAML file" });
const changes = (page: Page) => page.getByRole("region", { name: "Changes" });
const versions = (page: Page) => page.getByRole("region", { name: "Version history" });
const version = (page: Page) => page.getByRole("dialog", { name: "Restore this version?" });

async function responseTexts(session: Session, channelId: string): Promise<Record<string, string>> {
  const { records } = await session.get<{ records: { cmds: string[]; responses: { text: string }[] }[] }>(
    `/channels/${channelId}/commands?limit=100`,
  );
  return Object.fromEntries(records.map(({ cmds, responses }) => [cmds[0] ?? "", responses[0]?.text ?? ""]));
}

/** Downloads the channel file. */
async function download(page: Page): Promise<string> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const saved = await downloading;
  expect(saved.suggestedFilename()).toBe("night-shift.yaml");
  return readFile(await saved.path(), "utf8");
}

/** Previews and restores the only version in the history. */
async function restoreOnlyVersion(page: Page, reason: string) {
  await expect(versions(page).getByRole("listitem")).toContainText(reason);
  await expect(versions(page).getByRole("listitem")).toContainText("2 commands");
  await versions(page)
    .getByRole("button", { name: `Preview ${reason}` })
    .click();
  await expect(version(page).getByText("1 added, 1 changed, 1 removed")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "channel-version");
  await version(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Version restored")).toBeVisible();
  await expect(versions(page).getByRole("listitem")).toHaveCount(2);
}

test("a channel is exported, edited, previewed, imported and restored [P6]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await deleteDefaults(juno, channelId);
  await makeCommand(juno, channelId, "!discord", "Join us");
  await makeCommand(juno, channelId, "!lurk", "$(user) settles into the back row");
  await page.goto(`/channels/${channelId}/settings`);
  await page.getByRole("link", { name: "Backup & restore" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/settings/file`);
  await expect(page.getByText("No versions yet")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "channel-file-empty");
  const yaml = await download(page);
  expect(yaml).toContain("Join us");

  await file(page).fill(yaml);
  await page.getByRole("button", { name: "Preview changes", exact: true }).click();
  await expect(page.getByText("No changes: the channel matches the file.")).toBeVisible();
  const changed = yaml
    .replace("Join us", "Come and sit with us")
    .replace("!lurk", "!hide")
    .replace("settles into", "hides in");
  await file(page).fill(changed);
  await page.getByRole("button", { name: "Preview changes", exact: true }).click();
  await expect(changes(page).getByText("1 added, 1 changed", { exact: true })).toBeVisible();
  await expect(changes(page).getByRole("deletion")).toHaveText("Join us");
  await expect(changes(page).getByRole("insertion").first()).toContainText("Come and sit with us");
  await page.getByRole("switch", { name: "Delete what isn't in the file" }).check();
  await expect(changes(page).getByText("1 added, 1 changed, 1 removed", { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "channel-file-diff");
  await changes(page).getByRole("textbox", { name: "Note (optional)" }).fill("Before the spring names");
  await changes(page).getByRole("button", { name: "Apply: 1 added, 1 changed, 1 removed" }).click();
  await expect(page.getByText("Import complete")).toBeVisible();
  await expect(file(page)).toHaveValue("");
  expect(await responseTexts(juno, channelId)).toEqual({
    "!discord": "Come and sit with us",
    "!hide": "$(user) hides in the back row",
  });

  await restoreOnlyVersion(page, "Before the spring names");
  expect(await responseTexts(juno, channelId)).toEqual({
    "!discord": "Join us",
    "!lurk": "$(user) settles into the back row",
  });
  await expectNoSidewaysScroll(page, "channel-file");
});

async function previewConcurrentChange({ page, juno, channelId }: Setup) {
  await deleteDefaults(juno, channelId);
  const { id } = await makeCommand(juno, channelId, "!discord", "Join us");
  await page.goto(`/channels/${channelId}/settings/file`);
  await file(page).fill('greenroom: 1\ncommands:\n  - cmds: ["!discord"]\n    responses:\n      - text: Mine\n');
  await page.getByRole("button", { name: "Preview changes", exact: true }).click();
  await expect(changes(page).getByRole("deletion").filter({ hasText: "Join us" })).toBeVisible();
  await juno.put(`/channels/${channelId}/commands/${id}`, { cmds: ["!discord"], responses: [{ text: "Theirs" }] });
  await expect(changes(page).getByRole("deletion").filter({ hasText: "Theirs" })).toBeVisible();
}

async function showErrors({ page, channelId }: Setup) {
  const broken = 'greenroom: 1\ncommands:\n  - cmds: ["!oops"]\n    responses:\n      - text: "$(nothinglikeit)"\n';
  await file(page).fill(broken);
  await page.getByRole("button", { name: "Preview changes", exact: true }).click();
  const errors = page.getByRole("alert", { name: "File errors" });
  await expect(errors).toContainText("nothinglikeit");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "channel-file-problems");
  await errors
    .getByRole("button", { name: /^Line \d/ })
    .first()
    .click();
  await expect(file(page)).toBeFocused();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toContain("nothinglikeit");
  await expect(page.getByRole("button", { name: /^Apply/ })).toHaveCount(0);

  await file(page).fill("greenroom: [1\n");
  await page.getByRole("button", { name: "Preview changes", exact: true }).click();
  await expect(errors.getByRole("button", { name: /^Line \d/ })).toBeVisible();
  await page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: "Chat Commands" }).click();
  await page.getByRole("dialog", { name: "Discard unsaved changes?" }).getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands`);
}

test("the preview of a channel file follows changes of the channel, and shows errors", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const setup = { page, juno, channelId };
  await test.step("the open preview shows a change made elsewhere that the file would overwrite [P6]", () =>
    previewConcurrentChange(setup));
  await test.step("file errors are shown with their line, and nothing is imported [P6 V3]", () => showErrors(setup));
});
