import { expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from "../harness/screens.ts";

const entry = (page: Page, text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });
const settings = (page: Page) => page.getByRole("dialog", { name: "Settings" });

async function openSettings(page: Page) {
  await page.getByRole("button", { name: /^Account menu: / }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
}

/** Creates a token that may change commands; returns its secret from the clipboard. */
async function createToken(page: Page): Promise<string> {
  await settings(page).getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog", { name: "New API token" });
  await dialog.getByLabel("Name").fill("Stream Deck");
  await dialog.getByRole("checkbox", { name: "Change Commands" }).check();
  await expect(dialog.getByRole("checkbox", { name: "View Commands" })).toBeChecked();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "api-token");
  await expectTouchTargets(page);
  await dialog.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("button", { name: "Copy token" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function addCommand(url: string, channelId: string, secret: string, name: string): Promise<number> {
  const response = await fetch(`${url}/api/2/channels/${channelId}/commands`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ cmds: [name], responses: [{ text: "Hello" }] }),
  });
  return response.status;
}

test("a program uses a personal token until it is revoked, and the audit log names the token", async ({
  page,
  openAs,
  installation,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/user-access/audit-log`);
  await openSettings(page);
  const secret = await createToken(page);
  expect(await addCommand(installation.url, channelId, secret, "!deck")).toBe(201);
  await expect(entry(page, "!deck")).toContainText("API token Stream Deck");

  await settings(page).getByRole("button", { name: "Revoke Stream Deck" }).click();
  await page.getByRole("dialog", { name: "Revoke Stream Deck?" }).getByRole("button", { name: "Revoke" }).click();
  await expect(settings(page).getByText("No tokens yet")).toBeVisible();
  expect(await addCommand(installation.url, channelId, secret, "!again")).toBe(401);
});
