import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, createLiveChannel, STREAM_PLATFORMS, sendMessage } from "../harness/chat-room.ts";
import { deleteDefaults, makeCommand } from "../harness/commands.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { navigateInApp } from "../harness/screens.ts";
import {
  exactAverage,
  fetchCounts,
  numbersOf,
  readMinutes,
  type SentCounts,
  sumOf,
  viewersOf,
} from "../harness/sent-counts.ts";
import type { Session } from "../harness/session.ts";
import { POLL_INTERVALS } from "../harness/times.ts";

type Json = Record<string, unknown>;
type LiveSetup = { page: Page; juno: Session; control: Rehearsal; channelId: string; widgetId: string; source: Page };
type Numbers = Record<string, number | null>;
type Stream = { id: string; started_at: string; ended_at: string | null; numbers: Numbers };
type Detail = Stream & { platforms: (Numbers & { provider: string })[]; parts: { started_at: string }[] };

const NAMES: Record<string, string> = { twitch: "Twitch", youtube: "YouTube", kick: "Kick", tiktok: "TikTok" };
// The job that counts the stored chat runs every 25 seconds.
const COUNTED_MS = 150_000;

// Number of messages of each viewer.
const TALK: readonly [provider: string, viewer: string, count: number][] = [
  ["twitch", "odalys_", 4],
  ["twitch", "marekfixes", 3],
  ["twitch", "zofiekresli", 1],
  ["youtube", "brisket99", 5],
  ["youtube", "hanamori", 2],
  ["kick", "marekfixes", 6],
  ["tiktok", "zofiekresli", 2],
  ["tiktok", "pixelharbor", 3],
];

// What viewers do, each with the text of its alert.
const ACTIONS: readonly [provider: string, action: string, facts: Json, alert: string][] = [
  ["twitch", "follow", { viewer: "odalys_" }, "Twitch: Odalys_ 1"],
  ["kick", "follow", { viewer: "hanamori" }, "Kick: hanamori 1"],
  ["tiktok", "follow", { viewer: "brisket99" }, "TikTok: Brisket99 1"],
  ["twitch", "subscribe", { viewer: "brisket99" }, "Twitch: Brisket99 1"],
  ["twitch", "subscribe", { viewer: "pixelharbor", months: 7, text: "seven months" }, "Twitch: PixelHarbor 1"],
  ["twitch", "gift", { viewer: "marekfixes", count: 5 }, "Twitch: MarekFixes 5"],
  ["youtube", "gift", { viewer: "brisket99", count: 3 }, "YouTube: brisket99 3"],
  ["youtube", "pay", { viewer: "hanamori", amount: 2050, text: "for the fox fund" }, "YouTube: hanamori 1 $20.50"],
  ["kick", "subscribe", { viewer: "odalys_", months: 3 }, "Kick: Odalys_ 1"],
  ["kick", "pay", { viewer: "marekfixes", amount: 700 }, "Kick: MarekFixes 700 700 Kicks"],
  ["twitch", "pay", { viewer: "zofiekresli", amount: 300 }, "Twitch: ŽofieKreslí 300 300 Bits"],
  ["tiktok", "pay", { viewer: "pixelharbor", amount: 12 }, "TikTok: PixelHarbor 12 12 diamonds"],
];
const RAID: (typeof ACTIONS)[number] = ["twitch", "raid", { viewer: "odalys_", viewers: 214 }, "Twitch: Odalys_ 214"];
// After panic only alerts of paid activities are shown.
const WHILE_PAUSED: typeof ACTIONS = [
  ["kick", "follow", { viewer: "brisket99" }, ""],
  ["kick", "pay", { viewer: "odalys_", amount: 100 }, ""],
];

const cell = (page: Page, name: string) =>
  page.getByRole("region", { name: "Platforms" }).getByRole("region", { name, exact: true });
const quickActions = (page: Page) => page.getByRole("region", { name: "Quick actions" });
const panic = (page: Page) => quickActions(page).getByRole("button", { name: "Panic" });
const activities = (page: Page) => page.getByRole("region", { name: "Activities" });
const alert = (source: Page) => source.locator(".alert:not([data-leaving])");
const row = (page: Page, table: string, name: string | RegExp) =>
  page
    .getByRole("region", { name: table })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });

/** Creates an alerts widget whose alerts stay for a minute, and opens its page in the size of OBS. */
async function openAlertsWidget(page: Page, juno: Session, channelId: string) {
  const variant = { text: "{platform}: {name} {count} {amount}", message: "", animation: "none", duration_seconds: 60 };
  const settings = { rules: [{ name: "Everything", kinds: [], variants: [variant] }], gap_seconds: 0 };
  const { id } = await juno.post<{ id: string }>(`/channels/${channelId}/widgets`, {
    name: "Alerts",
    type: "alerts",
    settings,
  });
  const { path } = await juno.get<{ path: string }>(`/channels/${channelId}/widgets/${id}/key`);
  const source = await page.context().newPage();
  await source.setViewportSize({ width: 1920, height: 1080 });
  await source.goto(path);
  await expect(source.locator("body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  const sources = () => juno.get<{ records: Json[] }>(`/channels/${channelId}/widgets/${id}/sources`);
  await expect
    .poll(async () => (await sources()).records, { intervals: POLL_INTERVALS })
    .toMatchObject([{ width: 1920, height: 1080 }]);
  return { widgetId: id, source };
}

async function expectLive({ page, control, channelId }: LiveSetup) {
  await page.goto(`/channels/${channelId}`);
  for (const name of Object.values(NAMES)) await expect(cell(page, name)).toContainText("Live");
  // TikTok itself sends its viewer count only every few seconds.
  await control.wait("room_entered", 0, { platform: "tiktok" });
  await control.post("/tiktok/viewers", { login: "junoplays", count: 321 });
  await expect(cell(page, "TikTok")).toContainText("321");
}

async function talk({ page, control }: LiveSetup) {
  for (const [provider, viewer, count] of TALK) {
    await sendMessage(control, provider, `${viewer} on ${provider}`, { viewer, count });
    await expect(chatRow(page, `${viewer} on ${provider} ${count === 1 ? "" : count}`.trim()).last()).toBeVisible();
  }
}

const act = ({ control }: LiveSetup, [provider, action, facts]: (typeof ACTIONS)[number]) =>
  control.post(`/${provider}/${action}`, { login: "junoplays", ...facts });

async function skipAlert({ juno, channelId, widgetId, source }: LiveSetup) {
  await juno.post(`/channels/${channelId}/widgets/${widgetId}/alerts/skip`);
  await expect(alert(source)).toHaveCount(0);
}

async function showAlerts(setup: LiveSetup) {
  for (const action of [...ACTIONS, RAID]) {
    await act(setup, action);
    await expect(alert(setup.source)).toHaveText(action[3]);
    await skipAlert(setup);
  }
  await expect(activities(setup.page)).toContainText("214 viewers");
}

const botMessages = async (control: Rehearsal) => (await fetchCounts(control, "twitch")).bot_messages;

async function askTheBot({ control }: LiveSetup, viewer: string, answers: number) {
  await sendMessage(control, "twitch", "!fox", { viewer });
  await expect.poll(() => botMessages(control), { intervals: POLL_INTERVALS }).toBe(answers);
}

async function chatModes(control: Rehearsal): Promise<unknown> {
  const { records } = await control.get<{ records: { login: string; platforms: { twitch: Json } }[] }>("/people");
  return records.find(({ login }) => login === "junoplays")?.platforms.twitch["chat_modes"];
}

/** Sends a command and waits until its explanation says that the bot is muted. */
async function askTheMutedBot({ juno, control, channelId }: LiveSetup, connectionId: string) {
  const { message_id } = await sendMessage(control, "twitch", "!fox", { viewer: "odalys_" });
  const path = `/channels/${channelId}/chat-messages/${connectionId}/${message_id}/why`;
  // The explanation is not found until the message is stored.
  const why = () => juno.get(path).then(JSON.stringify, String);
  await expect.poll(why, { intervals: POLL_INTERVALS }).toContain("muted");
}

async function pressPanic(setup: LiveSetup, connectionId: string) {
  const { page, juno, control, channelId, widgetId, source } = setup;
  await quickActions(page).getByRole("button", { name: "Emotes only" }).click();
  const before = { slow_seconds: null, follower_minutes: null, is_subscribers_only: false, is_emotes_only: true };
  await expect.poll(() => chatModes(control), { intervals: POLL_INTERVALS }).toEqual(before);
  await panic(page).click();
  await expect(quickActions(page)).toContainText("Strict on Twitch.");
  expect(await chatModes(control)).toEqual({
    slow_seconds: 30,
    follower_minutes: 10,
    is_subscribers_only: true,
    is_emotes_only: true,
  });
  await askTheMutedBot(setup, connectionId);
  for (const action of WHILE_PAUSED) await act(setup, action);
  const queue = () => juno.get<Json>(`/channels/${channelId}/widgets/${widgetId}/alerts`);
  await expect.poll(queue, { intervals: POLL_INTERVALS }).toMatchObject({ playing: null, waiting: [{}, {}] });
  await expect(alert(source)).toHaveCount(0);
  await panic(page).click();
  await expect(panic(page)).toHaveAttribute("aria-pressed", "false");
  await expect(alert(source)).toHaveText("Kick: Odalys_ 100 100 Kicks");
  await expect.poll(() => chatModes(control), { intervals: POLL_INTERVALS }).toEqual(before);
  await expect(quickActions(page)).not.toContainText("Waiting for");
  await skipAlert(setup);
  expect(await queue()).toMatchObject({ playing: null, waiting: [] });
}

async function endStream({ page, juno, control, channelId }: LiveSetup): Promise<Stream> {
  for (const provider of STREAM_PLATFORMS) await control.post(`/${provider}/end`, { login: "junoplays" });
  for (const name of Object.values(NAMES)) await expect(cell(page, name)).toContainText("Offline");
  const { records } = await juno.get<{ records: Stream[] }>(`/channels/${channelId}/streams`);
  expect(records).toHaveLength(1);
  return records[0] as Stream;
}

async function allSent(control: Rehearsal): Promise<Record<string, SentCounts>> {
  const found = await Promise.all(
    STREAM_PLATFORMS.map(async (provider) => [provider, await fetchCounts(control, provider)]),
  );
  return Object.fromEntries(found);
}

/** Compares the numbers of each platform, and the numbers of the stream that are sums, with the sent counts. */
function expectAddedUp({ numbers, platforms }: Detail, sent: Record<string, SentCounts>) {
  const expected = Object.entries(sent).map(([provider, one]) => ({ provider, ...numbersOf(one) }));
  expect(platforms).toMatchObject(expected.toSorted((one, other) => one.provider.localeCompare(other.provider)));
  for (const name of ["messages", "chatters", "new_chatters", "follows", "subs", "value", "commands"] as const)
    expect(numbers[name], name).toBe(sumOf(expected.map((one) => one[name])));
}

/** Compares the minutes in the CSV file with the sent counts, then the viewer numbers with these minutes. */
function expectViewers({ numbers, platforms }: Detail, csv: string, sent: Record<string, SentCounts>) {
  const rows = readMinutes(csv);
  for (const [name, { messages }] of Object.entries(sent))
    expect(sumOf(rows.filter(({ provider }) => provider === name).map((row) => row.messages)), name).toBe(messages);
  const minutes = rows
    .filter(({ average }) => average !== "")
    .map((minute) => {
      const viewers = exactAverage(minute, sent[minute.provider] as SentCounts);
      expect(viewers, `${JSON.stringify(minute)} of ${JSON.stringify(sent[minute.provider])}`).toBeDefined();
      return { ...minute, viewers: viewers as number, peak: Number(minute.peak) };
    });
  const of = (shown: Numbers) => [shown["average_viewers"], shown["peak_viewers"], shown["watched_minutes"]];
  for (const one of platforms)
    expect(of(one), one.provider).toEqual(viewersOf(minutes.filter(({ provider }) => provider === one.provider)));
  expect(of(numbers)).toEqual(viewersOf(minutes));
}

/** Waits until the numbers of the API agree with the rehearsal, and returns them. */
async function compareNumbers({ juno, channelId }: LiveSetup, { id }: Stream, sent: Record<string, SentCounts>) {
  const path = `/channels/${channelId}/streams/${id}`;
  await expect(async () => {
    const [detail, csv] = [await juno.get<Detail>(path), await juno.text(`${path}/csv`)];
    expectAddedUp(detail, sent);
    expectViewers(detail, csv, sent);
  }).toPass({ intervals: [1000], timeout: COUNTED_MS });
  return juno.get<Detail>(path);
}

async function compareRaids({ juno, channelId }: LiveSetup, { twitch }: Record<string, SentCounts>) {
  const { records } = await juno.get<{ records: { kind: string; count: number }[] }>(
    `/channels/${channelId}/activities?limit=100`,
  );
  const raids = records.filter(({ kind }) => kind === "raid").map(({ count }) => count);
  expect([raids.length, sumOf(raids)]).toEqual([twitch?.raids, twitch?.raid_viewers]);
}

const count = (value: number | null | undefined) => (value ?? Number.NaN).toLocaleString("en-GB");
/** Hours as on the screen: with one decimal below ten hours. */
const hours = (minutes: number | null | undefined) => {
  const value = (minutes ?? Number.NaN) / 60;
  return value.toLocaleString("en-GB", { maximumFractionDigits: value < 10 ? 1 : 0 });
};
const money = (micros: number | null | undefined) => `$${((micros ?? Number.NaN) / 1_000_000).toFixed(2)}`;

async function readScreen({ page, channelId }: LiveSetup, detail: Detail, sent: Record<string, SentCounts>) {
  await navigateInApp(page, `/channels/${channelId}/stats`);
  const { numbers } = detail;
  await expect(page.getByRole("region", { name: "Numbers" }).locator("dd > span:first-child")).toHaveText([
    ...[numbers["average_viewers"], numbers["peak_viewers"]].map(count),
    hours(numbers["watched_minutes"]),
    ...["messages", "chatters", "follows", "subs"].map((name) => count(numbers[name])),
  ]);
  for (const one of detail.platforms) {
    await expect(row(page, "Numbers by platform", NAMES[one.provider] as string).getByRole("cell")).toHaveText([
      ...[one["average_viewers"], one["peak_viewers"]].map(count),
      hours(one["watched_minutes"]),
      ...["messages", "chatters", "new_chatters", "follows", "subs"].map((name) => count(one[name])),
      money(one["value"]),
      count(one["commands"]),
      "0",
      /^\d+\.\d s$/,
    ]);
  }
  const written = Object.values(sent).flatMap(({ chatters }) => Object.values(chatters));
  const shown = page.getByRole("region", { name: "Top chatters" }).getByRole("listitem").locator("span:last-child");
  await expect(shown).toHaveText(written.toSorted((one, other) => other - one).map(String));
}

async function readLength({ page }: LiveSetup, stream: Stream, sent: Record<string, SentCounts>) {
  const times = Object.values(sent);
  const first = Math.min(...times.map(({ started_at }) => Date.parse(started_at)));
  const last = Math.max(...times.map(({ ended_at }) => Date.parse(ended_at ?? "")));
  const [began, ended] = [Date.parse(stream.started_at), Date.parse(stream.ended_at ?? "")];
  // The platforms report whole seconds.
  expect(Math.abs(began - first)).toBeLessThanOrEqual(1000);
  expect(ended).toBeGreaterThanOrEqual(last);
  await page.getByText("Over time").click();
  const seconds = Math.floor((ended - began) / 1000);
  const length = [`${Math.floor(seconds / 60)} m`, `${seconds % 60} s`].filter((piece) => !piece.startsWith("0 "));
  await expect(row(page, "List of streams", /./).getByRole("cell").nth(1)).toHaveText(length.join(" "));
}

async function setUp(page: Page, juno: Session, control: Rehearsal): Promise<LiveSetup & { connectionId: string }> {
  const channelId = await createLiveChannel(juno, control);
  const accounts = await juno.get<{ id: string; provider: string }[]>(`/channels/${channelId}/providers`);
  const connectionId = accounts.find(({ provider }) => provider === "twitch")?.id ?? "";
  await juno.connectBot(channelId, connectionId, "twitch");
  await deleteDefaults(juno, channelId);
  await makeCommand(juno, channelId, "!fox", "$(user), the fox sleeps", { global_cooldown: 0, chatter_cooldown: 0 });
  return { page, juno, control, channelId, connectionId, ...(await openAlertsWidget(page, juno, channelId)) };
}

test("a stream on four platforms ends with stats that match the platforms", async ({ page, openAs, control }) => {
  const setup = await setUp(page, await openAs(page, "junoplays"), control);
  await test.step("the channel is live on four platforms [P5 R2]", () => expectLive(setup));
  await test.step("chat of all platforms arrives, and the bot answers [P5]", async () => {
    await talk(setup);
    await askTheBot(setup, "zofiekresli", 1);
  });
  await test.step("each activity, also the raid, is an alert on stream [P7 R5]", () => showAlerts(setup));
  await test.step("panic makes chat strict and mutes bot and alerts, and its end restores them [R2]", async () => {
    await pressPanic(setup, setup.connectionId);
    await askTheBot(setup, "marekfixes", 2);
  });
  const stream = await test.step("the stream ends with its last platform [P5]", () => endStream(setup));
  await test.step("the stats of API, file and screen agree exactly with the rehearsal [P5 R2]", async () => {
    const sent = await allSent(control);
    const detail = await compareNumbers(setup, stream, sent);
    await compareRaids(setup, sent);
    await readScreen(setup, detail, sent);
    await readLength(setup, stream, sent);
  });
});
