import { consentAs, expect, test } from "../fixtures.ts";
import { expectNoAxeViolations, takeScreenshots } from "../harness/screens.ts";

test("an operator gives every channel a system bot, and the sidebar stops asking for one [S4 E6]", async ({
  page,
  enter,
  person,
  installation,
}) => {
  await person("junoplays");
  await installation.grantOperator("junoplays");
  await enter(page, "junoplays", "/admin/system-provider-bots");
  const link = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^System Provider Bots/ });
  await expect(link.locator("[data-tone]")).toHaveText("!");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: /Connect/ }).click(),
  ]);
  await popup.waitForURL(/authorize/);
  await Promise.all([popup.waitForEvent("close"), consentAs(popup, "stagehandbot")]);
  await expect(link.locator("[data-tone]")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "system-provider-bots");
  await page.getByRole("button", { name: /Disconnect/ }).click();
  await page.getByRole("dialog", { name: "Disconnect Twitch?" }).getByRole("button", { name: "Disconnect" }).click();
  await expect(link.locator("[data-tone]")).toHaveText("!");
});

test("a channel takes a bot of its own and sends it home again [P3 E5]", async ({ page, enter }) => {
  const juno = await enter(page, "junoplays", "/create-channel");
  const channelId = await juno.createChannel("Night Shift");
  await juno.connectPlatform(channelId);
  await page.goto(`/channels/${channelId}/providers`);
  const card = page.getByRole("region", { name: "Twitch: JunoPlays" });
  await expect(card).toContainText("No bot");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    card.getByRole("button", { name: "Use own bot" }).click(),
  ]);
  await popup.waitForURL(/authorize/);
  await Promise.all([popup.waitForEvent("close"), consentAs(popup, "stagehandbot")]);
  await expect(card).toContainText("Own bot");
  const [provider] = await juno.get<{ bot_provider: unknown }[]>(`/channels/${channelId}/providers`);
  expect(provider?.bot_provider).toMatchObject({ kind: "own", scope_needed: false });
  await card.getByRole("button", { name: /bot/i }).click();
  await expect(card).toContainText("No bot");
});

test("an address to connect one platform opens that platform's offer [R1]", async ({ page, enter }) => {
  const juno = await enter(page, "junoplays", "/create-channel");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/register/twitch`);
  await expect(page.getByRole("button", { name: "Connect Twitch" })).toBeVisible();
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "register");
});
