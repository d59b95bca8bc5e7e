import { expect, type Page, test } from "../fixtures.ts";
import { makeCommand, response } from "../harness/commands.ts";
import { invite } from "../harness/members.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from "../harness/screens.ts";

const entry = (page: Page, text: string | RegExp) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: text });

async function changeResponse(page: Page, text: string) {
  await response(page).fill(text);
  await page.keyboard.press("Control+s");
}

test("a change from another browser appears in the audit log, and is undone after a preview", async ({
  page,
  browser,
  openAs,
  installation,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const command = await makeCommand(juno, channelId, "!playing", "Playing Tunic");
  const context = await browser.newContext({ baseURL: installation.url });
  const other = await context.newPage();
  await invite(juno, channelId, await openAs(other, "hanamori"), 100);
  await page.goto(`/channels/${channelId}/user-access`);
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(entry(page, "!playing")).toContainText("Created");

  await other.goto(`/channels/${channelId}/chat-commands/${command.id}`);
  await changeResponse(other, "Playing Celeste");
  const change = entry(page, "Playing Celeste");
  await expect(change).toContainText("花森ハナ");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "audit-log");
  await expectTouchTargets(page);

  await change.getByRole("button", { name: /^Undo Command/ }).click();
  const preview = page.getByRole("region", { name: "If you undo this" });
  await expect(preview).toContainText(/Playing Celeste.*Playing Tunic/s);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "audit-log-undo");
  await preview.getByRole("button", { name: "Undo this change" }).click();
  await expect(entry(page, "Undid")).toContainText("!playing");
  await expect(entry(page, "Undone").first()).toContainText("Playing Celeste");
  await expect(response(other)).toHaveValue("Playing Tunic");

  await changeResponse(other, "Playing Hades");
  await expect(entry(page, "Playing Hades")).toBeVisible();
  await entry(page, "Undid")
    .getByRole("button", { name: /^Undo Command/ })
    .click();
  await expect(page.getByRole("alert")).toContainText(/Cannot be undone.*Playing Hades/s);
  await expectNoAxeViolations(page);
  await context.close();
});
