import type { WebSocketRoute } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import {
  chatLog,
  chatRow,
  createLiveChannel,
  exactRow,
  STREAM_PLATFORMS,
  sendMessage,
  waitUntilStored,
} from "../harness/chat-room.ts";
import { failUntilRetried, holdRequests } from "../harness/network.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; juno: Session; control: Rehearsal; channelId: string };

const TWITCH = "/watch/twitch/junoplays";
const NOT_LIVE = /^Night Shift isn't live on Twitch$/;

const frameOn = (page: Page, platform: string) =>
  page.getByTitle(`Night Shift's stream on ${platform}`, { exact: true });
/** The rehearsal's player inside the frame. */
const playing = (page: Page) => page.frameLocator("iframe").locator("[data-player]");
const platformLinks = (page: Page) => page.getByRole("navigation", { name: "Platforms" });
const platformLink = (page: Page, platform: string) =>
  platformLinks(page).getByRole("link", { name: new RegExp(`^${platform}`) });

/** Changes the stream title on Twitch. */
const changeTitle = (control: Rehearsal, title: string) =>
  control.post("/twitch/event", {
    login: "junoplays",
    type: "channel.update",
    event: { title, language: "en", category_id: "1", category_name: "Bells", content_classification_labels: [] },
  });

async function watchSignedOut({ page, control }: Setup) {
  for (const provider of STREAM_PLATFORMS) await sendMessage(control, provider, `hello from ${provider}`);
  await expect(frameOn(page, "Twitch")).toBeVisible();
  await expect(playing(page)).toHaveAttribute("data-state", "playing");
  await expect(playing(page)).toContainText("JunoPlays");
  for (const provider of STREAM_PLATFORMS) await expect(chatRow(page, `hello from ${provider}`)).toBeVisible();
  const { message_id } = await sendMessage(control, "twitch", "soon gone");
  await sendMessage(control, "kick", "staying");
  await expect(chatRow(page, "soon gone")).toBeVisible();
  await control.post("/twitch/delete", { login: "junoplays", message_id });
  await expect(chatRow(page, "soon gone")).toHaveCount(0);
  await expect(chatRow(page, "staying")).toBeVisible();
  await expect(page).toHaveTitle("Night Shift's stream · Greenroom");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Night Shift's stream");
  await expect(platformLinks(page).getByRole("link")).toHaveCount(STREAM_PLATFORMS.length);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch");
}

async function switchPlatforms({ page, control }: Setup) {
  await sendMessage(control, "twitch", "said before");
  await expect(chatRow(page, "said before")).toBeVisible();
  // A new list element would lose the mark.
  await chatLog(page).evaluate((log) => log.setAttribute("data-marked", "yes"));
  let requests = 0;
  page.on("request", (request) => {
    requests += request.url().includes("/public-chat") ? 1 : 0;
  });
  for (const platform of ["Kick", "YouTube"]) {
    await platformLink(page, platform).click();
    await expect(page).toHaveURL(new RegExp(`/watch/${platform.toLowerCase()}/`));
    await expect(platformLink(page, platform)).toHaveAttribute("aria-current", "page");
    await expect(frameOn(page, platform)).toBeVisible();
    await expect(playing(page)).toHaveAttribute("data-state", "playing");
    await expect(playing(page)).toHaveAttribute("data-player", platform);
    await expect(page.locator("iframe")).toHaveCount(1);
  }
  await platformLink(page, "TikTok").press("Enter");
  await expect(page.getByRole("heading", { name: "TikTok streams can't be embedded" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Watch on TikTok" })).toHaveAttribute("target", "_blank");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-elsewhere");
  await page.goBack();
  await expect(frameOn(page, "YouTube")).toBeVisible();
  await sendMessage(control, "kick", "said after");
  await expect(chatRow(page, "said after")).toBeVisible();
  await expect(chatRow(page, "said before")).toBeVisible();
  await expect(chatLog(page)).toHaveAttribute("data-marked", "yes");
  expect(requests).toBe(0);
}

async function watchOnPhone({ page, juno, control, channelId }: Setup) {
  await page.setViewportSize({ width: 390, height: 844 });
  await sendMessage(control, "kick", "read on the way", { count: 60 });
  await waitUntilStored(juno, channelId, 60);
  const release = await holdRequests(page, "**/api/2/watch/**");
  await page.goto(TWITCH);
  await expect(page.getByText("Loading stream")).toBeAttached();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-loading");
  release();
  await expect(playing(page)).toHaveAttribute("data-state", "playing");
  await expect(exactRow(page, "read on the way 60")).toBeInViewport();
  expect(await page.locator("iframe").boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
  const chat = await chatLog(page).boundingBox();
  expect(chat?.width).toBe(390);
  expect(chat?.height).toBeGreaterThan(400);
  const overhang = await page.evaluate(() => [
    document.documentElement.scrollWidth - window.innerWidth,
    document.documentElement.scrollHeight - window.innerHeight,
  ]);
  expect(overhang).toEqual([0, 0]);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a viewer watches one platform, then another", async ({ page, openSession, control }) => {
  const juno = await openSession("junoplays");
  const channelId = await createLiveChannel(juno, control);
  const setup = { page, juno, control, channelId };
  await test.step("on a phone the player fills the width, and the chat the rest below it [R5]", () =>
    watchOnPhone(setup));
  await test.step("anyone can watch without signing in: one player with the chat of all platforms [R5]", () =>
    watchSignedOut(setup));
  await test.step("switching platforms changes the player and keeps the chat [R5]", () => switchPlatforms(setup));
});

/** Proxies the page's public socket; returns a function that cuts or restores it. */
async function cuttableSocket(page: Page): Promise<(isCut: boolean) => Promise<void>> {
  const sockets: WebSocketRoute[] = [];
  let isCut = false;
  await page.routeWebSocket(/\/api\/2\/public-live$/, (route) => {
    sockets.push(route);
    if (isCut) void route.close();
    else route.connectToServer();
  });
  return async (cut) => {
    isCut = cut;
    if (cut) await Promise.all(sockets.map((route) => route.close()));
  };
}

async function followUpdates(
  { page, control }: Setup,
  cut: (isCut: boolean) => Promise<void>,
  signIn: () => Promise<unknown>,
) {
  await expect(playing(page)).toHaveAttribute("data-state", "playing");
  // A reloaded player would lose the mark.
  await playing(page).evaluate((player) => player.setAttribute("data-marked", "yes"));
  await changeTitle(control, "The second bell");
  await expect(page.getByText("The second bell")).toBeVisible();

  await cut(true);
  await expect(page.getByRole("status").filter({ hasText: "Connection lost" })).toBeVisible();
  await changeTitle(control, "The third bell");
  await sendMessage(control, "twitch", "said meanwhile");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-offline");
  await cut(false);
  await expect(page.getByText("The third bell")).toBeVisible();
  await expect(chatRow(page, "said meanwhile")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Connection lost" })).toHaveCount(0);
  // A user signs in in another tab.
  await signIn();
  await changeTitle(control, "The fourth bell");
  await expect(page.getByText("The fourth bell")).toBeVisible();
  await expect(playing(page)).toHaveAttribute("data-marked", "yes");
}

async function endAndReturn({ page, control }: Setup) {
  await control.post("/twitch/end", { login: "junoplays" });
  await expect(page.getByRole("heading", { name: NOT_LIVE })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-not-live");
  await page.getByRole("link", { name: "Watch on Kick" }).click();
  await expect(frameOn(page, "Kick")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: NOT_LIVE })).toBeVisible();
  await control.post("/kick/end", { login: "junoplays" });
  await expect(page.getByText("The stream will appear here when it starts.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Watch on Kick" })).toHaveCount(0);
  await control.post("/twitch/go-live", { login: "junoplays", title: "Back again" });
  await expect(frameOn(page, "Twitch")).toBeVisible();
  await expect(playing(page)).toHaveAttribute("data-state", "playing");
  await expect(page.getByText("Back again")).toBeVisible();
}

async function closeChat({ page, juno, control, channelId }: Setup) {
  await sendMessage(control, "twitch", "read by everybody");
  await expect(chatRow(page, "read by everybody")).toBeVisible();
  await juno.patch(`/channels/${channelId}/chat-settings`, { is_public: false });
  await expect(page.getByRole("heading", { name: "Chat isn't public" })).toBeVisible();
  await expect(chatRow(page, "read by everybody")).toHaveCount(0);
  await expect(playing(page)).toHaveAttribute("data-state", "playing");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-chat-closed");
  await page.reload();
  await expect(playing(page)).toHaveAttribute("data-state", "playing");
  await expect(page.getByRole("heading", { name: "Chat isn't public" })).toHaveCount(0);
  await expect.poll(async () => (await page.locator("iframe").boundingBox())?.width).toBeGreaterThan(1300);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-alone");
}

async function showErrors({ page }: Setup) {
  await navigateInApp(page, "/watch/kick/nobody");
  await expect(page.getByRole("heading", { name: "Channel not found" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-unknown");
  await failUntilRetried(page, "**/api/2/watch/**");
  await page.goto(TWITCH);
  await expect(page.getByText("The database does not answer.")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-failed");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(playing(page)).toHaveAttribute("data-state", "playing");
}

test("a watch page follows new titles, ended streams and a closed chat, and shows errors", async ({
  page,
  openSession,
  openAs,
  control,
}) => {
  const cut = await cuttableSocket(page);
  const juno = await openSession("junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch", "kick"]);
  const setup = { page, juno, control, channelId };
  const signIn = async () => openAs(await page.context().newPage(), "junoplays", "/");
  await page.goto(TWITCH);
  await test.step("stream updates change the title and never reload the player, also after a lost connection [R5]", () =>
    followUpdates(setup, cut, signIn));
  await test.step("a stream that ends shows a placeholder, and a new one appears without a reload [R5]", () =>
    endAndReturn(setup));
  await test.step("a chat that becomes private disappears at once, and the player stays [R5]", () => closeChat(setup));
  await test.step("an unknown channel is not found, and a failed request can be retried [R5]", () => showErrors(setup));
});

test("the watch guide lists the channel's watch page on each platform, copies its link and opens it [R5]", async ({
  page,
  context,
  openAs,
  control,
  installation,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Day Shift");
  await page.goto(`/channels/${channelId}/watch-guide`);
  await expect(page.getByRole("heading", { name: "No watch pages yet" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-guide-empty");

  const live = await createLiveChannel(juno, control);
  await page.goto(`/channels/${live}/chat`);
  await page.getByRole("link", { name: "Watch", exact: true }).click();
  await expect(page).toHaveURL(`/channels/${live}/watch-guide`);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveText([/^Twitch/, /^YouTube/, /^Kick/, /^TikTok.*can't be embedded/]);
  await expect(rows.getByText("Live", { exact: true })).toHaveCount(STREAM_PLATFORMS.length);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-guide");

  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: installation.url });
  await rows.first().getByRole("button", { name: /^Copy/ }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${installation.url}${TWITCH}`);
  const opening = context.waitForEvent("page");
  await rows.first().getByRole("link", { name: /^Open/ }).click();
  const opened = await opening;
  await expect(playing(opened)).toHaveAttribute("data-state", "playing");
  await opened.close();

  await juno.patch(`/channels/${live}/chat-settings`, { is_public: false });
  await page.reload();
  await expect(page.getByText("Your chat isn't public")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "watch-guide-no-chat");
  await page.getByRole("note").getByRole("link", { name: "Chat" }).click();
  await expect(page).toHaveURL(`/channels/${live}/chat`);
});
