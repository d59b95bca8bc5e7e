import { consentAs, expect, type Page, test } from "../fixtures.ts";
import { holdRequests } from "../harness/network.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";
import { expectAfter } from "../harness/times.ts";
import { measureToast, watchToasts } from "../harness/toasts.ts";

type Setup = { page: Page; control: Rehearsal; channelId: string };

const card = (page: Page, name: RegExp | string) => page.getByRole("region", { name });
const platformsLink = (page: Page) =>
  page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: /^Platforms/ });
const badge = (page: Page) => platformsLink(page).locator("[data-tone]");

const RED = "rgb(201, 57, 63)";
const ORANGE = "rgb(242, 184, 75)";
const LONG_DATE =
  /\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/;

async function closeByHand({ page }: Setup) {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Connect Twitch" }).click(),
  ]);
  await popup.waitForURL(/\/twitch\/oauth2\/authorize/);
  // The page checks every 100 ms whether the popup is closed, and then refetches the list.
  const refetched = page.waitForRequest("**/providers");
  await popup.close();
  await refetched;
  await expect(card(page, "Twitch: not connected")).toBeVisible();
}

async function connectInPopup({ page }: Setup) {
  await expectNoSidewaysScroll(page, "platforms-empty");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Connect Twitch" }).click(),
  ]);
  await popup.waitForURL(/\/twitch\/oauth2\/authorize/);
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 800]);
  await Promise.all([popup.waitForEvent("close"), consentAs(popup, "junoplays")]);
  await expect(card(page, "Twitch: JunoPlays")).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
  const toast = await measureToast(page, "Twitch connected successfully");
  expect(toast.tone).toBe("success");
  expectAfter(toast.milliseconds, 2_000);
}

async function loseToken({ page, control }: Setup) {
  await control.post("/twitch/revoke", { login: "junoplays" });
  await expect(badge(page)).toHaveText("1");
  await expect(badge(page)).toHaveCSS("background-color", RED);
  await expect(platformsLink(page)).toHaveAccessibleName(/^Platforms ?, 1 platform is missing permissions$/);
  await expect(page.getByRole("button", { name: "Reconnect" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "platforms-reconnect");
}

async function disconnect({ page }: Setup) {
  const release = await holdRequests(page, "**/api/2/channels/*/providers/*");
  await page.getByRole("button", { name: "More options for Twitch" }).click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  const dialog = page.getByRole("dialog", { name: "Disconnect Twitch?" });
  await expect(dialog.getByText("Are you sure you want to disconnect Twitch?")).toBeVisible();
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(card(page, "Twitch: JunoPlays")).toHaveCount(0);
  await expect(page.getByText("Disconnecting Twitch")).toBeVisible();
  const refetched = page.waitForRequest(
    (request) => request.method() === "GET" && request.url().endsWith("/providers"),
  );
  release();
  await refetched;
  await expect(card(page, "Twitch: not connected")).toBeVisible();
  const done = await measureToast(page, "Twitch disconnected");
  expectAfter(done.milliseconds, 1500);
}

async function connectWithoutPopup({ page, channelId }: Setup) {
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole("button", { name: "Connect Twitch" }).click();
  await page.waitForURL(/\/twitch\/oauth2\/authorize/);
  await consentAs(page, "junoplays");
  await expect(page).toHaveURL(`/channels/${channelId}/providers`);
  await expect(card(page, "Twitch: JunoPlays")).toBeVisible();
}

test("a platform is connected and disconnected again", async ({ page, openAs, control }) => {
  await watchToasts(page);
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/providers`);
  const setup = { page, control, channelId };
  await test.step("the sidebar marks Platforms with an orange ! while no platform is connected [S2]", async () => {
    await expect(badge(page)).toHaveText("!");
    await expect(badge(page)).toHaveCSS("background-color", ORANGE);
    await expect(platformsLink(page)).toHaveAccessibleName(/^Platforms ?, No platforms connected$/);
  });
  await test.step("a popup closed by hand leaves everything as it was [T6]", () => closeByHand(setup));
  await test.step("a platform is connected in an 800 x 800 popup that closes itself [P3 T4 T6 X8 N1 N4]", () =>
    connectInPopup(setup));
  await test.step("the sidebar counts in red the platforms that lack permissions [S2]", () => loseToken(setup));
  await test.step("a disconnected platform leaves the list at once, before the server responds [T7 N1]", () =>
    disconnect(setup));
  await test.step("if popups are blocked, the whole page goes to the platform and returns [T5]", () =>
    connectWithoutPopup(setup));
});

async function changeList({ page, control, channelId }: Setup, juno: Session, second: Page) {
  for (const screen of [page, second]) await expect(card(screen, "Twitch: not connected")).toBeVisible();
  await juno.connectPlatform(channelId, "odalys_");
  for (const screen of [page, second]) await expect(card(screen, /Twitch: Odalys_/)).toBeVisible();
  await juno.connectPlatform(channelId, "junoplays");
  for (const screen of [page, second]) {
    await expect(screen.getByRole("region", { name: /^Twitch: (?!not)/ }).first()).toHaveAccessibleName(
      "Twitch: JunoPlays",
    );
  }

  await expect(card(page, "Twitch: JunoPlays").getByText(/^(Waiting|Connecting)$/)).toHaveCount(0);
  await control.post("/twitch/go-live", { login: "junoplays", title: "Late and loud" });
  for (const screen of [page, second]) {
    await expect(card(screen, "Twitch: JunoPlays").getByText("Live", { exact: true }).first()).toBeVisible();
  }
  await card(page, /Twitch: Odalys_/)
    .getByRole("button", { name: "More options for Twitch" })
    .click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  for (const screen of [page, second]) await expect(card(screen, /Twitch: Odalys_/)).toHaveCount(0);
}

async function openPlatform({ page, control, channelId }: Setup, juno: Session) {
  await control.post("/twitch/end", { login: "junoplays" });
  await expect(card(page, "Twitch: JunoPlays").getByText("Live", { exact: true })).toHaveCount(0);
  const [provider] = await juno.get<{ id: string }[]>(`/channels/${channelId}/providers`);
  await navigateInApp(page, `/channels/${channelId}/providers/${provider?.id}`);
  await expect(page.getByRole("heading", { name: /Twitch|JunoPlays/ }).first()).toBeVisible();
  await control.post("/twitch/go-live", { login: "junoplays" });
  await expect(page.getByText(/^\d+:\d\d:\d\d$/).first()).toBeVisible();
  await expect(page.getByText(LONG_DATE).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "platform");
}

test("open pages show changes of platforms", async ({ page, browser, openAs, openSession, control, installation }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const guest = await openSession("hanamori");
  const invite = await juno.post<{ id: string; link: string }>(`/channels/${channelId}/invites`, {
    level: 7,
    expires_in_seconds: 3_600,
  });
  await guest.acceptInvite(invite.link);
  const context = await browser.newContext({ baseURL: installation.url });
  const second = await context.newPage();
  await openAs(second, "hanamori", `/channels/${channelId}/providers`);
  await page.goto(`/channels/${channelId}/providers`);
  const setup = { page, control, channelId };
  await test.step("two browsers see the same list change: new, updated, deleted [P3 T8 E10 K12]", () =>
    changeList(setup, juno, second));
  await context.close();
  await test.step("one platform has its own page with the stream's duration and dates [R1 P3 N6]", () =>
    openPlatform(setup, juno));
});
