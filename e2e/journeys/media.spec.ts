import { expect, type Page, test } from "../fixtures.ts";
import { PNG, wav } from "../harness/media-files.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";

const field = (page: Page, label: string) => page.getByRole("group", { name: label });
const picker = (page: Page, kind: string) => page.getByRole("dialog", { name: `Choose ${kind}` });
const saved = (page: Page) => page.waitForResponse((response) => response.request().method() === "PUT");

async function openRaidAlert(page: Page, channelId: string) {
  await page.goto(`/channels/${channelId}/widgets`);
  await page.getByRole("button", { name: "Create widget" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Alerts / })
    .click();
  await page.getByRole("button", { name: "Add the usual alerts" }).click();
  await page.getByText("Raids", { exact: true }).click();
}

async function chooseImage(page: Page) {
  await field(page, "Image").getByRole("button", { name: "Choose image" }).click();
  const dialog = picker(page, "an image");
  await expect(dialog.getByRole("heading", { name: "No images yet" })).toBeVisible();
  const input = dialog.getByLabel("Upload image");
  await input.setInputFiles({ name: "page.png", mimeType: "image/png", buffer: Buffer.from("<html></html>") });
  await expect(dialog.getByRole("alert")).toContainText("This file must be one of");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "media-picker");
  await input.setInputFiles({ name: "Neon horse.png", mimeType: "image/png", buffer: PNG });
  await expect(dialog).toHaveCount(0);
  await expect(field(page, "Image")).toContainText("Neon horse");
}

async function chooseSound(page: Page) {
  await field(page, "Sound").getByRole("button", { name: "Choose sound" }).click();
  const upload = picker(page, "a sound").getByLabel("Upload sound");
  await upload.setInputFiles({ name: "ding.wav", mimeType: "audio/wav", buffer: wav(0.25) });
  await expect(field(page, "Sound")).toContainText("ding");
  await field(page, "Sound").getByRole("button", { name: "Play ding" }).click();
  // The sound ends by itself.
  await expect(field(page, "Sound").getByRole("button", { name: "Play ding" })).toBeVisible();
}

async function deleteUsed(page: Page) {
  await Promise.all([saved(page), page.keyboard.press("Control+s")]);
  await field(page, "Image").getByRole("button", { name: "Change" }).click();
  const dialog = picker(page, "an image");
  const card = dialog.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(card).toContainText("Used by Alerts");
  await expect(card.getByRole("button", { name: "Neon horse", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "media-picker-file");
  await dialog.getByRole("button", { name: "Actions for Neon horse" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const confirm = page.getByRole("dialog", { name: "Delete Neon horse?" });
  await expect(confirm).toContainText("Used by Alerts");
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(card).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(field(page, "Image")).toContainText("This file was deleted");
}

test("media is uploaded, chosen for an alert, and deleted", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Late Shift");
  await openRaidAlert(page, channelId);
  await test.step("a file that is no image is refused, an image is chosen [P7]", () => chooseImage(page));
  await test.step("a sound is uploaded, chosen and played [P7]", () => chooseSound(page));
  await test.step("before a file is deleted the widget that uses it is named [P7]", () => deleteUsed(page));
});
