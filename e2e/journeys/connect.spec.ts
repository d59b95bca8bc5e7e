import { consentAs, expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

// The popup is the same for all platforms; their consent is tested in tests/features/channel_providers. Twitch is
// connected in platforms.spec.ts.
type Setup = { page: Page; juno: Session; channelId: string };

const YOUTUBE_SCOPE = "https://www.googleapis.com/auth/youtube.force-ssl";

const card = (page: Page, name: RegExp | string) => page.getByRole("region", { name });

async function openConsent(page: Page, button: string) {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return popup;
}

async function consent(popup: Page, login: string) {
  await Promise.all([popup.waitForEvent("close"), consentAs(popup, login)]);
}

async function addHandle({ page, channelId }: Setup) {
  await page.goto(`/channels/${channelId}/register/tiktok`);
  await expect(page.getByRole("heading", { name: "Connect TikTok" })).toBeVisible();
  const field = page.getByRole("textbox", { name: "Your TikTok handle" });
  await field.fill("nobody_of_that_name");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/nobody_of_that_name/);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "register-handle");
  await field.fill("@junoplays");
  await page.getByRole("button", { name: "Connect TikTok" }).click();
  await expect(page.getByText("TikTok connected successfully")).toBeVisible();
  await expect(card(page, "TikTok: connected")).toBeVisible();
  await page.getByRole("link", { name: "Platforms", exact: true }).last().click();
  await expect(card(page, "TikTok: JunoPlays")).toContainText("TikTok chat is read-only");
}

async function grantLater({ page, juno, channelId }: Setup) {
  const youtube = card(page, "YouTube: JunoPlays");
  const badge = page.getByRole("link", { name: /^Platforms/ }).locator("[data-tone]");
  const popup = await openConsent(page, "Connect YouTube");
  await popup.waitForURL(/\/google\/o\/oauth2\/v2\/auth/);
  await popup.locator(`input[name="scope:${YOUTUBE_SCOPE}"]`).uncheck();
  await consent(popup, "junoplays");
  await expect(youtube.getByText("Needs permission")).toBeVisible();
  await expect(youtube).toContainText("Missing permission: manage live chat and change the title and the category");
  await expect(badge).toHaveText("1");
  const [record] = await juno.get<{ scope_needed: boolean }[]>(`/channels/${channelId}/providers`);
  expect(record).toMatchObject({ provider: "youtube", scope_needed: true, missing_scopes: [{ scope: YOUTUBE_SCOPE }] });
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "platforms-permission");
  await consent(await openConsent(page, "Reconnect"), "junoplays");
  await expect(youtube.getByText("Needs permission")).toHaveCount(0);
  await expect(badge).toHaveCount(0);
}

async function connectIntegration({ page, juno, channelId }: Setup) {
  const popup = await openConsent(page, "Connect Discord");
  await popup.waitForURL(/\/discord\/oauth2\/authorize/);
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 800]);
  await consent(popup, "junoplays");
  await expect(page.getByText("Discord connected successfully", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect Discord", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Disconnect Discord" }).click();
  await confirmDisconnect(page, "Discord");
  for (const name of ["YouTube", "TikTok"]) {
    await page.getByRole("button", { name: `More options for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Disconnect" }).click();
    await confirmDisconnect(page, name);
  }
  expect(await juno.get<unknown[]>(`/channels/${channelId}/providers`)).toEqual([]);
}

test("platforms of every kind are connected: by a handle, by consent, as an integration", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const setup = { page, juno, channelId };
  await test.step("TikTok is added by its handle, and an unknown handle is reported below the field [R1 P3 P10]", () =>
    addHandle(setup));
  await test.step("a scope unticked at Google is missing until the user reconnects [A8 P13 S2 E5]", () =>
    grantLater(setup));
  await test.step("an integration is connected in an 800 x 800 popup, and all platforms can be disconnected [P3 P10 P11 T4 T6 X8 K7 N4]", () =>
    connectIntegration(setup));
});

async function confirmDisconnect(page: Page, name: string) {
  await page
    .getByRole("dialog", { name: `Disconnect ${name}?` })
    .getByRole("button", { name: "Disconnect" })
    .click();
  await expect(page.getByText(`${name} disconnected`, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: `Connect ${name}`, exact: true })).toBeVisible();
}

test("YouTube without a broadcast opens Studio; a broadcast is edited, watched and embedded by its id [O6 O7 O8 E5 N4]", async ({
  page,
  context,
  openAs,
  control,
}) => {
  await context.route("https://studio.youtube.com/**", (route) => route.fulfill({ body: "Studio" }));
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await control.post("/youtube/go-live", { login: "odalys_" });
  await juno.connectPlatform(channelId, "odalys_", "youtube");
  await juno.connectPlatform(channelId, "junoplays", "youtube");
  await juno.connectPlatform(channelId, "junoplays", "kick");
  await page.goto(`/channels/${channelId}/providers`);

  const studio = await openConsent(page, "Configure in Studio");
  await studio.waitForURL(/^https:\/\/studio\.youtube\.com\/channel\/UC[\w-]{22}\/livestreaming$/);
  expect(await studio.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 800]);
  await studio.close();

  const edit = card(page, "YouTube: Odalys_").getByRole("link", { name: "Edit stream" });
  await expect(edit).toHaveAttribute("href", /^https:\/\/studio\.youtube\.com\/video\/[\w-]{11}\/livestreaming$/);
  await expect(card(page, "Kick: JunoPlays").getByRole("link", { name: "Edit stream" })).toHaveAttribute(
    "href",
    "https://dashboard.kick.com/stream",
  );
  const records = await juno.get<{ display_name: string; live_stream_id: string }[]>(
    `/channels/${channelId}/providers`,
  );
  const live = records.find((record) => record.display_name === "Odalys_");
  expect(live).toMatchObject({
    watch_url: `https://www.youtube.com/watch?v=${live?.live_stream_id}`,
    embed_url: expect.stringMatching(`/youtube/embed/${live?.live_stream_id}\\?autoplay=1&mute=1`),
  });
});
