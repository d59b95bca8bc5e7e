import { expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";

const ID = "01890000-0000-7000-8000-000000000000";
const SIGNED_IN = [
  "/channels",
  "/welcome",
  "/create-channel",
  `/channel-invite/${ID}`,
  `/channels/${ID}/register/tiktok`,
  "/user-provider-connected",
  "/channel-provider-connected",
  `/channels/${ID}`,
  `/channels/${ID}/providers`,
  `/channels/${ID}/activity-feed`,
  `/popout/channels/${ID}/activity-feed`,
  `/popout/channels/${ID}/quick-actions`,
  `/channels/${ID}/giveaways`,
  `/channels/${ID}/giveaways/${ID}`,
  `/popout/channels/${ID}/giveaways/${ID}`,
  `/channels/${ID}/stats`,
  `/channels/${ID}/gambling/point-settings`,
  `/channels/${ID}/gambling/roulette-settings`,
  `/channels/${ID}/gambling/slots-settings`,
  `/channels/${ID}/widgets`,
  `/channels/${ID}/widgets/${ID}`,
  `/channels/${ID}/user-access`,
  `/channels/${ID}/watch-guide`,
  `/channels/${ID}/chat-filters`,
  `/channels/${ID}/chat-filters/${ID}`,
  "/admin",
  "/admin/channels",
];

const SIDEBAR = [
  "Dashboard",
  "Platforms",
  "Chat",
  "Activity Feed",
  "Stats",
  "Watch",
  "Chat Commands",
  "Chat Timers",
  "Chat Filters",
  "Quotes",
  "Giveaways",
  "Viewer Queue",
  "Stream Widgets",
  "User Access",
  "Channel Settings",
];

/** Expects that the server responds to a path with the app, which shows the text there. */
async function expectOpenDirectly(page: Page, path: string, text: string | RegExp): Promise<void> {
  expect(await (await page.request.get(path)).text()).toContain("Loading Greenroom");
  await expect(page.getByText(text)).toHaveCount(0);
  await navigateInApp(page, path);
  await expect(page.getByText(text).first()).toBeVisible();
}

test("addresses for signed-in users lead to sign-in with a return path [R1 R4 A1 X1]", async ({ page }) => {
  await page.goto("/sign-in");
  for (const path of SIGNED_IN) {
    await navigateInApp(page, path);
    await expect(page, path).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole("button", { name: "Sign in with Twitch" }), path).toBeVisible();
  }
});

test("addresses for signed-in users open when loaded directly [R1]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto("/channels");
  await expect(page.getByText("Night Shift").first()).toBeVisible();
  await expectOpenDirectly(page, "/create-channel", "Channel name");
  await expectOpenDirectly(page, `/channel-invite/${ID}`, "Invalid invitation");
  await test.step("the URL to connect one platform shows its Connect button [R1]", async () => {
    await expectOpenDirectly(page, `/channels/${channelId}/register/twitch`, "Connect Twitch");
    await expect(page.getByRole("button", { name: "Connect Twitch" })).toBeVisible();
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page, "register");
  });
  await test.step("the landing page of a popup is plain and accessible [R1]", async () => {
    const text = "Connected! You can close this window.";
    await expectOpenDirectly(page, "/user-provider-connected#user_provider_id=1", text);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page, "connected");
    await expectOpenDirectly(page, "/channels", "Night Shift");
    await expectOpenDirectly(page, "/channel-provider-connected#channel_provider_id=1", text);
  });
});

test("screens of a channel open when loaded directly, and the sidebar lists its links in order [R2 R3 S1]", async ({
  page,
  openAs,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const body = { type: "chat", name: "Bottom left" };
  const { id } = await juno.post<{ id: string }>(`/channels/${channelId}/widgets`, body);
  const fields = { title: "Keycap set", keyword: "!keycap" };
  const giveaway = await juno.post<{ id: string }>(`/channels/${channelId}/giveaways`, fields);
  const queue = await juno.post<{ id: string }>(`/channels/${channelId}/queues`, { name: "Customs" });
  const screens = [
    [`/channels/${channelId}/giveaways`, "Giveaways · Greenroom", "!keycap"],
    [`/channels/${channelId}/giveaways/${giveaway.id}`, "Keycap set · Greenroom", "Not open yet"],
    [`/popout/channels/${channelId}/giveaways/${giveaway.id}`, "Keycap set · Greenroom", "Giveaway · Draft"],
    [`/channels/${channelId}`, "Dashboard · Greenroom", "No platforms connected yet."],
    [`/channels/${channelId}/activity-feed`, "Activity Feed · Greenroom", "No activities yet"],
    [`/channels/${channelId}/queues`, "Viewer Queue · Greenroom", "Customs"],
    [`/channels/${channelId}/queues/${queue.id}`, "Customs · Greenroom", "Nobody is waiting"],
    [`/channels/${channelId}/stats`, "Stats · Greenroom", "No streams yet"],
    [`/channels/${channelId}/watch-guide`, "Watch · Greenroom", "No watch pages yet"],
    [`/channels/${channelId}/gambling/point-settings`, "Points · Greenroom", "Viewers earn points"],
    [`/channels/${channelId}/gambling/roulette-settings`, "Roulette · Greenroom", "Viewers can play"],
    [`/channels/${channelId}/gambling/slots-settings`, "Slots · Greenroom", "Viewers can play"],
    [`/channels/${channelId}/widgets`, "Stream Widgets · Greenroom", "Bottom left"],
    [`/channels/${channelId}/widgets/${id}`, "Bottom left · Greenroom", "Suggested size"],
    [`/channels/${channelId}/user-access`, "User Access · Greenroom", "What each role can do"],
    [`/popout/channels/${channelId}/activity-feed`, "Activity Feed · Greenroom", "No activities yet"],
  ] as const;
  for (const [path, title, text] of screens) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(title);
    await expect(page.getByText(text).first(), path).toBeVisible();
    const sidebars = path.startsWith("/channels/") ? 1 : 0;
    await expect(page.getByRole("navigation", { name: "Channel" }), path).toHaveCount(sidebars);
  }
  await juno.connectPlatform(channelId, "junoplays");
  const [provider] = await juno.get<{ id: string }[]>(`/channels/${channelId}/providers`);
  await page.goto(`/channels/${channelId}/providers/${provider?.id}`);
  await expect(page.getByRole("heading", { name: /Twitch/ }).first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Channel" }).getByRole("link")).toHaveText(
    SIDEBAR.map((label) => new RegExp(`^${label}`)),
  );
});
