import { expect, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from "../harness/screens.ts";

// Channels are deleted one after the other, and those of earlier journeys first.
const DELETED_MS = 150_000;

test("an owner changes the settings of a channel and deletes it [P7 R2]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/settings`);
  await page.getByRole("textbox", { name: "Display name" }).fill("Early Shift");
  await page.getByRole("textbox", { name: "Command prefix" }).fill("?");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "channel-settings");
  await expectTouchTargets(page);
  await page.getByRole("link", { name: "Danger zone" }).click();
  await page.getByRole("dialog", { name: "Discard unsaved changes?" }).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Channel settings saved")).toBeVisible();
  const commands = await juno.get<{ records: { cmds: string[] }[] }>(`/channels/${channelId}/commands`);
  expect(commands.records.map(({ cmds }) => cmds[0])).toContain("?uptime");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Display name" })).toHaveValue("Early Shift");
  await page.getByRole("link", { name: "Danger zone" }).click();
  await page.getByRole("button", { name: "Delete channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete channel" });
  await expect(dialog.getByText("Commands: 11")).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole("textbox", { name: "Type Early Shift to confirm" }).fill("Early Shift");
  await dialog.getByRole("button", { name: "Delete channel" }).click();
  await expect(page).toHaveURL("/channel-deletions");
  await expect(page.getByRole("heading", { name: "Everything is deleted" })).toBeVisible({ timeout: DELETED_MS });
});
