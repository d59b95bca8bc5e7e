import type { Locator } from "@playwright/test";
import { consentAs, expect, type Page, test } from "../fixtures.ts";
import { holdRequests } from "../harness/network.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from "../harness/screens.ts";
import { expectAfter } from "../harness/times.ts";
import { measureToast, watchToasts } from "../harness/toasts.ts";

const RED = "rgb(255, 125, 122)";

type Setup = { page: Page; settings: Locator };

async function openSettings(page: Page) {
  await page.getByRole("button", { name: /^Account menu: / }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  await expect(settings).toBeVisible();
  return settings;
}

async function failToDisconnect({ page, settings }: Setup) {
  await page.route("**/api/2/user/providers/*", (route) =>
    route.fulfill({ status: 500, json: { type: "internal", message: "The disk is full" } }),
  );
  await settings.getByRole("button", { name: "Disconnect Twitch" }).click();
  await page.getByRole("dialog", { name: "Disconnect Twitch?" }).getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("The disk is full", { exact: true })).toHaveCSS("color", RED);
  const toast = await measureToast(page, "The disk is full");
  expect(toast.tone).toBe("error");
  expectAfter(toast.milliseconds, 5_000);
  await expect(settings.getByRole("listitem").filter({ hasText: "Twitch" })).toContainText("JunoPlays");
  await page.unroute("**/api/2/user/providers/*");
}

async function connectOne({ page, settings }: Setup) {
  const row = settings.getByRole("listitem").filter({ hasText: "Twitch" });
  await expect(row).toContainText("Not connected");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    settings.getByRole("button", { name: "Connect Twitch" }).click(),
  ]);
  await popup.waitForURL(/authorize/);
  await Promise.all([popup.waitForEvent("close"), consentAs(popup, "junoplays")]);
  await expect(page.getByText("Twitch connected successfully")).toBeVisible();
  await expect(row).toContainText("JunoPlays");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "settings");
  await expectTouchTargets(page);
}

async function connectOthers({ page, settings }: Setup) {
  await expect(settings.getByRole("listitem").filter({ hasText: "Not connected" })).toHaveText(
    ["YouTube", "Kick", "TikTok", "Spotify", "Discord"].map((name) => new RegExp(`^${name}`)),
  );
  // The popup is the same for all platforms; the consent of each is tested in tests/features/channel_providers.
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    settings.getByRole("button", { name: "Connect TikTok", exact: true }).click(),
  ]);
  await popup.waitForURL(/auth/);
  await Promise.all([popup.waitForEvent("close"), consentAs(popup, "junoplays")]);
  await expect(page.getByText("TikTok connected successfully", { exact: true })).toBeVisible();
  await settings.getByRole("button", { name: "Disconnect TikTok" }).click();
  await page.getByRole("dialog", { name: "Disconnect TikTok?" }).getByRole("button", { name: "Disconnect" }).click();
  await expect(settings.getByRole("button", { name: "Connect TikTok", exact: true })).toBeVisible();
}

async function disconnectAfterConfirmation({ page, settings }: Setup) {
  const row = settings.getByRole("listitem").filter({ hasText: "Twitch" });
  await expect(row).toContainText("JunoPlays");
  await settings.getByRole("button", { name: "Disconnect Twitch" }).click();
  const question = page.getByRole("dialog", { name: "Disconnect Twitch?" });
  await expect(question.getByText("Are you sure you want to disconnect Twitch?")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(row).toContainText("JunoPlays");

  await settings.getByRole("button", { name: "Disconnect Twitch" }).click();
  const release = await holdRequests(page, "**/api/2/user/providers/*");
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expect(row).toContainText("Not connected");
  const refreshed = page.waitForResponse(
    (response) => response.request().method() === "GET" && response.url().endsWith("/user/providers"),
  );
  release();
  await refreshed;
  await expect(row).toContainText("Not connected");
}

test("accounts are connected and disconnected under Connections", async ({ page, openAs }) => {
  await watchToasts(page);
  await openAs(page, "junoplays", "/welcome");
  const setup = { page, settings: await openSettings(page) };
  await test.step("a failed disconnect restores the account and shows the reason in red for 5 s [X2 N1]", () =>
    failToDisconnect(setup));
  await test.step("Disconnect asks for confirmation, shows the platform as not connected at once, then refetches the list [U2 T7]", () =>
    disconnectAfterConfirmation(setup));
  await test.step("Connections has one row per platform, and Connect adds an account through the popup [U2 P3 T4 T6 X8]", () =>
    connectOne(setup));
  await test.step("Connections lists the other platforms as not connected, connects one and disconnects it [U2 P3 P10 P11 T4 X8 K7]", () =>
    connectOthers(setup));
});

test("deleting the account asks for the username, lists the channels that it deletes, and ends at sign-in [P8 U3 V1 T2 X7 N1]", async ({
  page,
  openAs,
}) => {
  await watchToasts(page);
  const juno = await openAs(page, "junoplays");
  await juno.createChannel("Night Shift");
  await page.goto("/channels");
  const settings = await openSettings(page);
  await expect(settings.getByText("There is no going back after this.")).toBeVisible();
  await settings.getByRole("button", { name: "Delete user profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete user profile" });
  await expect(dialog.getByText(/irreversible/)).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText(["Night Shift"]);
  const remove = dialog.getByRole("button", { name: "Delete user profile" });
  await dialog.getByPlaceholder("Username").fill("hanamori");
  await expect(remove).toBeDisabled();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "delete-user");
  await dialog.getByPlaceholder("Username").fill("junoplays");
  await remove.click();
  const toast = await measureToast(page, "Your user account has been deleted successfully, bye!");
  expectAfter(toast.milliseconds, 2_000);
  await expect(page).toHaveURL("/sign-in");
  expect(await page.evaluate(() => localStorage.getItem("greenroom.token"))).toBeNull();
});

test("the language of dates and the sounds are the same in another browser, and ? lists the shortcuts [K5 K6 T12]", async ({
  page,
  browser,
  openAs,
  installation,
}) => {
  const juno = await openAs(page, "junoplays");
  const id = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${id}/activity-feed`);
  await expect(page.getByRole("heading", { name: "Activity Feed" })).toBeVisible();
  const settings = await openSettings(page);
  await settings.getByRole("tab", { name: "Display" }).click();
  const language = settings.getByRole("combobox", { name: "Language of dates and numbers" });
  await expect(settings.getByText("1,234.5")).toBeVisible();
  await language.selectOption("Deutsch");
  await expect(settings.getByText("1.234,5")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "settings-display");
  await settings.getByRole("tab", { name: "Sounds" }).click();
  await settings.getByRole("switch", { name: "Sound for new activities" }).click();
  await expect(settings.getByRole("button", { name: "Test" })).toBeVisible();
  await page.keyboard.press("Escape");

  const context = await browser.newContext({ baseURL: installation.url });
  const other = await context.newPage();
  await openAs(other, "junoplays", `/channels/${id}/activity-feed`);
  await expect(other.getByRole("switch", { name: "Sound for new activities" })).toBeChecked();
  const display = await openSettings(other);
  await display.getByRole("tab", { name: "Display" }).click();
  await expect(display.getByText("1.234,5")).toBeVisible();
  await context.close();

  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(shortcuts.getByRole("heading", { level: 3 }).first()).toHaveText("Activity feed");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "shortcuts");
});

test("sessions are listed, and ending one signs that browser out [U1]", async ({
  page,
  browser,
  openAs,
  installation,
}) => {
  await openAs(page, "junoplays", "/welcome");
  const context = await browser.newContext({ baseURL: installation.url });
  const other = await context.newPage();
  await openAs(other, "junoplays", "/welcome");
  await expect(other.getByRole("heading", { name: "Welcome, JunoPlays" })).toBeVisible();
  const settings = await openSettings(page);
  const sessions = settings.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByText("This browser")).toHaveCount(1);
  const ends = sessions.getByRole("button", { name: /^Sign out (?!everywhere)/ });
  await expect(ends.first()).toBeVisible();
  while ((await ends.count()) > 0) {
    const left = (await ends.count()) - 1;
    await ends.first().click();
    await expect(ends).toHaveCount(left);
  }
  await expect(other).toHaveURL("/sign-in?next=%2Fwelcome");
  await context.close();
});
