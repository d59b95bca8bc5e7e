import { consentAs, expect, test } from "../fixtures.ts";
import { chatRows } from "../harness/chat-room.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";

test("a rehearsal leads from the first sign-in to a busy chat with one button", async ({ page, install }) => {
  const { url } = await install({ GREENROOM_REHEARSAL_URL: "of this installation" });
  await page.goto(`${url}/`);
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  await consentAs(page, "junoplays");
  const full = page.getByRole("button", { name: "Try it with everything connected" });
  await expect(full).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "welcome");
  await full.click();
  await expect(page).toHaveURL(/\/chat/);
  await expect(chatRows(page).first()).toBeVisible();

  const card = page.getByRole("dialog", { name: "Four platforms, one chat" });
  await expect(card).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "Moderate in one click" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/chat$/);

  await page.getByRole("button", { name: "Rehearsal" }).click();
  const panel = page.getByRole("complementary", { name: "Rehearsal" });
  await panel.getByRole("button", { name: "Spam wave" }).click();
  await expect(page.getByText("Cheap viewers and followers", { exact: false }).first()).toBeVisible();
  await panel.getByRole("button", { name: "Unplug Kick" }).click();
  await expect(panel.getByRole("button", { name: "Plug Kick in" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat with the rehearsal panel");
});
