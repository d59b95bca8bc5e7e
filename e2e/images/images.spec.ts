import { fileURLToPath } from "node:url";
import { consentAs, expect, test } from "../fixtures.ts";
import { chatRows } from "../harness/chat-room.ts";

const file = (name: string) => fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url));

/** Time that the scripted stream may take until its Super Chat; by then all chats are busy. */
const LONG_MS = 400_000;

test("the pictures of the documentation are taken", async ({ page, startInstallation }) => {
  test.setTimeout(2 * LONG_MS);
  const { url } = await startInstallation({ GREENROOM_REHEARSAL_URL: "of this installation" });
  await page.goto(`${url}/`);
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  await consentAs(page, "junoplays");
  await page.getByRole("button", { name: "Try it with everything connected" }).click();
  await expect(page.getByRole("dialog", { name: "Four platforms, one chat" })).toBeVisible();
  await page.keyboard.press("Escape");
  // A pointer over the list would pause it.
  await page.mouse.move(100, 700);
  await expect(chatRows(page).filter({ hasText: "sent a Super Chat" })).toBeVisible({ timeout: LONG_MS });
  await page.screenshot({ path: file("chat") });
  await page.getByRole("link", { name: "Platforms" }).click();
  await expect(page.getByRole("heading", { name: "Platforms", exact: true })).toBeVisible();
  await page.screenshot({ path: file("platforms") });
});
