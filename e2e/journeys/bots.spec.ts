import { consentAs, expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from "../harness/screens.ts";

const RED = "rgb(201, 57, 63)";
const ORANGE = "rgb(242, 184, 75)";
const BOT_PLATFORMS = ["Twitch", "YouTube", "Kick"];

/** Clicks a button that opens a platform's popup, and consents there as the bot, without the scope `unticked`. */
async function consentAsBot(page: Page, button: ReturnType<Page["getByRole"]>, unticked?: string) {
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await popup.waitForURL(/auth/);
  if (unticked) await popup.locator(`input[name="scope:${unticked}"]`).uncheck();
  await Promise.all([popup.waitForEvent("close"), consentAs(popup, "stagehandbot")]);
}

test("an operator connects and disconnects system bots, and the sidebar counts those that lack permissions [S4 E6 R4 A8 T4 X8]", async ({
  page,
  openAs,
  openSession,
  installation,
}) => {
  await openSession("junoplays");
  await installation.grantOperator("junoplays");
  await openAs(page, "junoplays", "/admin/system-provider-bots");
  const link = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^System Provider Bots/ });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(link.locator("[data-tone]")).toHaveText("!");
  await expect(link.locator("[data-tone]")).toHaveCSS("background-color", ORANGE);
  await consentAsBot(page, button("Connect YouTube"), "https://www.googleapis.com/auth/youtube.force-ssl");
  await expect(page.getByText("YouTube connected successfully", { exact: true })).toBeVisible();
  await expect(link.locator("[data-tone]")).toHaveText("1");
  await expect(link.locator("[data-tone]")).toHaveCSS("background-color", RED);
  await consentAsBot(page, button("Reconnect YouTube"));
  await expect(link.locator("[data-tone]")).toHaveCount(0);
  await consentAsBot(page, button("Connect Twitch"));
  await connectKickOnItsPage(page);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "system-provider-bots");
  await expectTouchTargets(page);
  for (const name of BOT_PLATFORMS) {
    await button(`Disconnect ${name}`).click();
    await page
      .getByRole("dialog", { name: `Disconnect ${name}?` })
      .getByRole("button", { name: "Disconnect" })
      .click();
    await expect(button(`Connect ${name}`)).toBeVisible();
  }
  await expect(link.locator("[data-tone]")).toHaveText("!");
});

/** Connects Kick's bot on the page of that bot, which says that only moderators can post links. */
async function connectKickOnItsPage(page: Page) {
  await page.getByRole("main").getByRole("link", { name: "Kick" }).click();
  await expect(page).toHaveURL("/admin/system-provider-bots/kick");
  await expect(page.getByRole("heading", { name: "System bot on Kick" })).toBeVisible();
  await expect(page.getByText(/on Kick only moderators can post links/)).toBeVisible();
  await consentAsBot(page, page.getByRole("button", { name: "Connect Kick" }));
  await expect(page.getByText("Kick connected successfully", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Disconnect Kick" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "system-provider-bot");
  await page.getByRole("link", { name: "All bots" }).click();
}

test("a channel connects its own bot on each platform and disconnects it [P3 P13 E5 A8 K7]", async ({
  page,
  openAs,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  for (const name of BOT_PLATFORMS) await juno.connectPlatform(channelId, "junoplays", name.toLowerCase());
  await page.goto(`/channels/${channelId}/providers`);
  const card = (name: string) => page.getByRole("region", { name: `${name}: JunoPlays` });
  for (const name of BOT_PLATFORMS) {
    await expect(card(name)).toContainText("No bot");
    await consentAsBot(page, card(name).getByRole("button", { name: "Use custom bot" }));
    await expect(card(name)).toContainText("StagehandBot");
  }
  const records = await juno.get<{ bot_provider: unknown }[]>(`/channels/${channelId}/providers`);
  for (const { bot_provider: bot } of records) expect(bot).toMatchObject({ kind: "own", scope_needed: false });

  await expect(card("Twitch")).toContainText("Custom bot");
  await expect(card("Kick")).toContainText("Make it a moderator: on Kick only moderators can post links");
  const helpButton = card("Kick").getByRole("button", { name: "Setup help for Kick" });
  await helpButton.click();
  const help = page.getByRole("dialog");
  await expect(help).toContainText("Type /mod StagehandBot in your chat.");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "platforms-bots");
  // The focus returns, although the button was outside the window when the window was small.
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await expect(helpButton).toBeFocused();
  for (const name of BOT_PLATFORMS) {
    await card(name).getByRole("button", { name: "Disconnect bot" }).click();
    await expect(card(name)).toContainText("No bot");
  }
});
