import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { routes } from "./router";

// Written by hand from the requirements; the address of a widget's page is served without the router.
const SIGNED_IN = [
  "/",
  "/channels",
  "/welcome",
  "/create-channel",
  "/channel-invite/i1",
  "/channels/c1/register/tiktok",
  "/user-provider-connected",
  "/channel-provider-connected",
];
const CHANNEL = [
  "",
  "/settings",
  "/providers",
  "/providers/p1",
  "/chat-commands",
  "/chat-commands/x1",
  "/chat-timers",
  "/chat-timers/x1",
  "/chat-filters",
  "/chat-filters/x1",
  "/chat",
  "/activity-feed",
  "/user-access",
  "/gambling/point-settings",
  "/gambling/roulette-settings",
  "/gambling/slots-settings",
  "/quotes",
  "/quotes/x1",
  "/queues",
  "/queues/x1",
  "/giveaways",
  "/giveaways/x1",
  "/stats",
  "/widgets",
  "/widgets/x1",
  "/watch-guide",
].map((path) => `/channels/c1${path}`);
const ADMIN = [
  "/admin",
  "/admin/channels",
  "/admin/system-provider-bots",
  "/admin/system-provider-bots/twitch",
  "/admin/command-templates",
  "/admin/command-templates/t1",
];
const POPOUTS = ["activity-feed", "viewers/twitch/v1", "giveaways/g1"].map((path) => `/popout/channels/c1/${path}`);
const PUBLIC = [
  "/sign-in",
  "/sign-in/success",
  "/oauth/twitch",
  "/popout/channels/c1/chat",
  ...["twitch", "youtube", "kick", "tiktok"].map((provider) => `/watch/${provider}/juno`),
];

/** The routes from the root to the screen of a path; none if only the page "not found" matches. */
function screenOf(path: string) {
  const found = matchRoutes(routes, path) ?? [];
  return found.at(-1)?.route.path === "*" ? [] : found;
}

/** Loads the screen of a path as the router does; undefined if there is none. */
async function loadScreenOf(path: string): Promise<unknown> {
  const route = screenOf(path).at(-1)?.route;
  return typeof route?.lazy === "function" ? (await route.lazy()).Component : route?.Component;
}

async function expectScreen(path: string) {
  expect(await loadScreenOf(path), path).toBeInstanceOf(Function);
}

test.each(SIGNED_IN)("the screen of %s loads [R1]", expectScreen);
test.each(CHANNEL)("the screen of %s loads [R2]", expectScreen);
test.each(POPOUTS)("the screen of %s loads [R3]", expectScreen);
test.each(ADMIN)("the screen of %s loads [R4]", expectScreen);
test.each(PUBLIC)("the screen of %s loads [R5]", expectScreen);

test("every screen of an area is inside the frame with its sidebar [R2 R4]", () => {
  const areas = (paths: string[]) =>
    new Set(paths.map((path) => screenOf(path).find(({ route }) => route.path)?.route));
  const [channel, admin] = [areas(CHANNEL), areas(ADMIN)];
  expect([...channel].map((route) => route?.path)).toEqual(["/channels/:channelId"]);
  expect([...admin].map((route) => route?.path)).toEqual(["/admin"]);
});

test("unknown addresses have no screen", () => {
  expect(screenOf("/channels/c1/nothing")).toEqual([]);
  expect(screenOf("/nothing")).toEqual([]);
});
