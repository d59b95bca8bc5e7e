import { expect, type Locator, type Page, test } from "../fixtures.ts";
import { createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { createWidget, openWidget, type Widget, type WidgetSetup } from "../harness/widgets.ts";

type Json = Record<string, unknown>;
type Shown = {
  settings?: Json;
  /** Triggers the expected content while the page is open. */
  act?: (setup: WidgetSetup, widget: Widget) => Promise<unknown>;
  expected: (page: Page) => Promise<void>;
};

const TRANSPARENT = "rgba(0, 0, 0, 0)";
const RAID = { name: "Raids", kinds: ["raid"], variants: [{ text: "{count} raiders", duration_seconds: 60 }] };

const subscribe = ({ control }: WidgetSetup) =>
  control.post("/twitch/subscribe", { login: "junoplays", viewer: "odalys_" });
const raid = ({ control }: WidgetSetup) =>
  control.post("/twitch/raid", { login: "junoplays", viewer: "odalys_", viewers: 214 });
const start = ({ juno, channelId }: WidgetSetup, { id }: Widget) =>
  juno.post(`/channels/${channelId}/widgets/${id}/countdown`, { action: "start", seconds: 0 });

const text = (selector: string, expected: string | RegExp) => async (page: Page) => {
  await expect(page.locator(selector)).toHaveText(expected);
  await expect(page.locator(selector)).toBeVisible();
};

async function expectPicture(image: Locator) {
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
}

/** Adds time with a sub; the wait for the added time begins before the sub, because it shows for 3 s only. */
async function addTime(setup: WidgetSetup, widget: Widget) {
  const added = setup.page.waitForFunction(() => document.querySelector(".countdown-added")?.textContent);
  await start(setup, widget);
  await subscribe(setup);
  expect(await (await added).jsonValue()).toBe("+05:00 Odalys_");
}

/** Type of widget → its settings, an action that triggers its content, and the expected content. */
const SHOWN: Record<string, Shown> = {
  chat: {
    act: async ({ page, control }) => {
      await page.route(/emoticons/, (route) => route.abort());
      await sendMessage(control, "twitch", "what a catch Kappa");
    },
    // An emote that fails to load is shown as text, not as a broken picture.
    expected: async (page) => {
      await text(".chat-line .chat-text", "what a catch Kappa")(page);
      await page.unroute(/emoticons/);
    },
  },
  alerts: { settings: { rules: [RAID] }, act: raid, expected: text(".alert-text", "214 raiders") },
  goal: { settings: { kinds: ["raid"] }, act: raid, expected: text(".goal-number", "214 / 100") },
  event_list: { settings: { kinds: ["raid"], max_events: 1 }, expected: text(".event", "Odalys_214 raiders") },
  countdown: { settings: { seconds: 3_600 }, act: start, expected: text(".countdown-time", /^59:\d\d$/) },
  subathon: { settings: { seconds: 3_600 }, act: addTime, expected: text(".countdown-time", /^1:04:\d\d$/) },
  emote_wall: {
    settings: { motion: "float", seconds: 30 },
    act: ({ control }) => sendMessage(control, "twitch", "Kappa"),
    expected: (page) => expectPicture(page.locator(".wall-emote")),
  },
  text: { settings: { text: "$(math 2+3) in a row" }, expected: text(".text", "5 in a row") },
  custom_html: {
    settings: { html: "<b>own code</b>" },
    expected: (page) => expect(page.frameLocator("iframe.custom").getByText("own code")).toBeVisible(),
  },
  now_playing: { expected: text(".song-title", "Harbour Lights Off") },
  giveaway: { expected: (page) => expect(page.locator(".giveaway")).toBeAttached() },
  leaderboard: { expected: (page) => expect(page.locator(".leaderboard")).toBeAttached() },
  queue: { expected: (page) => expect(page.locator(".queue")).toBeAttached() },
  viewer_count: {
    settings: { providers: ["tiktok"] },
    act: async ({ control }) => {
      await control.wait("room_entered", 0, { platform: "tiktok" });
      await control.post("/tiktok/viewers", { login: "junoplays", count: 321 });
    },
    expected: text(".viewers-number", "321"),
  },
};

/** Expects that no painted element covers a quarter of a full-size browser source. */
async function expectLittleHidden(page: Page) {
  const largest = await page.locator("#widget *").evaluateAll((parts) => {
    const painted = parts.filter((part) => getComputedStyle(part).backgroundColor !== "rgba(0, 0, 0, 0)");
    const areas = painted.map((part) => part.getBoundingClientRect()).map(({ width, height }) => width * height);
    return Math.max(0, ...areas) / (window.innerWidth * window.innerHeight);
  });
  expect(largest).toBeLessThan(0.25);
}

async function showType(setup: WidgetSetup, type: string, { settings = {}, act, expected }: Shown) {
  const { page } = setup;
  const widget = await createWidget(setup, type, settings);
  await openWidget(setup, widget);
  await expect(page.locator("#widget > *")).toBeAttached();
  await act?.(setup, widget);
  await expected(page);
  for (const name of ["html", "body", "#widget"])
    await expect(page.locator(name)).toHaveCSS("background-color", TRANSPARENT);
  await expectLittleHidden(page);
}

test.use({ viewport: { width: 1920, height: 1080 } });

test("every type of widget shows its content on a transparent page [P7]", async ({ page, openSession, control }) => {
  const juno = await openSession("junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch", "tiktok"]);
  await juno.connectPlatform(channelId, "junoplays", "spotify");
  const types = await juno.get<{ records: { name: string }[] }>(`/channels/${channelId}/widget-types`);
  expect(types.records.map(({ name }) => name).toSorted()).toEqual(Object.keys(SHOWN).toSorted());
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  for (const [type, shown] of Object.entries(SHOWN)) {
    await test.step(type, () => showType({ page, juno, control, channelId }, type, shown));
  }
  expect(errors).toEqual([]);
});
