import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel, say } from "../harness/chat-room.ts";
import type { Control } from "../harness/control.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";
import { POLL_INTERVALS } from "../harness/times.ts";

type Numbers = { messages: number; chatters: number; follows: number; subs: number };
type Stream = { id: string; ended_at: string | null; numbers: Numbers };

// The job that counts the stored chat runs twice a minute.
const COUNTED_MS = 150_000;

const figure = (page: Page, label: string) =>
  page.getByRole("region", { name: "Numbers" }).locator("dl > div").filter({ hasText: label });

async function newest(juno: Session, channelId: string): Promise<Stream | undefined> {
  const { records } = await juno.get<{ records: Stream[] }>(`/channels/${channelId}/streams`);
  return records[0];
}

async function playStream(control: Control) {
  for (const provider of ["twitch", "youtube"]) await say(control, provider, "hello", { count: 6 });
  await say(control, "twitch", "from marek", { viewer: "marekfixes", count: 3 });
  await control.post("/twitch/follow", { login: "junoplays", viewer: "odalys_" });
  await control.post("/twitch/gift", { login: "junoplays", viewer: "marekfixes", count: 5 });
}

async function comparePastStreams(page: Page, channelId: string) {
  await page.goto(`/channels/${channelId}/stats`);
  await expect(page.getByRole("combobox", { name: "Stream" })).toContainText("Tunic day 3");
  await page.getByRole("combobox", { name: "Compared with" }).selectOption({ index: 1 });
  await expect(figure(page, "Peak")).toContainText("was");
  await expect(page.getByText("Previous stream")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "stats");
  const chart = page.getByRole("region", { name: /^Viewers by platform/ });
  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(chart.locator("[aria-live]")).toContainText(/^3:11: [\d,]+ viewers, .*Twitch [\d,]+/);
  await page.getByRole("button", { name: "Show table" }).click();
  await expect(page.getByRole("columnheader", { name: "YouTube" })).toBeVisible();
  await expectNoAxeViolations(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  expect(await readFile(await file.path(), "utf8")).toContain("minute_utc,platform,average_viewers");
  await page.getByRole("button", { name: "Share" }).click();
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download picture" }).click(),
  ]);
  const bytes = await readFile(await picture.path());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
}

async function readOverTime(page: Page) {
  await page.getByText("Over time").click();
  await expect(page.getByRole("region", { name: "Numbers over time" }).getByRole("row")).toHaveCount(3);
  await page.getByRole("combobox", { name: "Period" }).selectOption("7");
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByRole("region", { name: "By platform" })).toContainText("2 streams");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "stats-over-time");
  await page.getByRole("link", { name: "Tunic day 2" }).click();
  await expect(page.getByRole("combobox", { name: "Stream" })).toHaveValue(/./);
  await expect(figure(page, "Peak")).toBeVisible();
}

test("a stream is counted to the unit, and past streams are compared", async ({
  page,
  enter,
  control,
  installation,
}) => {
  const juno = await enter(page, "junoplays");
  const channelId = await juno.createChannel("Day Shift");
  await test.step("without streams the screen says what it is for [P5 R2]", async () => {
    await page.goto(`/channels/${channelId}/stats`);
    await expect(page.getByRole("heading", { name: "No streams yet" })).toBeVisible();
    await expectNoAxeViolations(page);
  });
  await test.step("two streams are compared, by pointer, keyboard, table, file and picture [P5]", async () => {
    await installation.addPastStreams(channelId);
    await comparePastStreams(page, channelId);
  });
  await test.step("days are read over time, and lead to their streams [P5]", () => readOverTime(page));
  await test.step("a stream has exactly the messages and events that the platforms sent [P5]", async () => {
    const liveId = await createLiveChannel(juno, control, ["twitch", "youtube"]);
    await page.goto(`/channels/${liveId}/stats`);
    await expect(figure(page, "Messages")).toBeVisible();
    await playStream(control);
    const numbers = async () => (await newest(juno, liveId))?.numbers;
    const sent = { messages: 15, follows: 1, subs: 5 };
    await expect.poll(numbers, { intervals: POLL_INTERVALS, timeout: COUNTED_MS }).toMatchObject(sent);
    await expect(figure(page, "Messages")).toContainText("15");
    for (const provider of ["twitch", "youtube"]) await control.post(`/${provider}/end`, { login: "junoplays" });
    const ended = async () => (await newest(juno, liveId))?.ended_at;
    await expect.poll(ended, { intervals: POLL_INTERVALS, timeout: COUNTED_MS }).toBeTruthy();
    expect(await numbers()).toMatchObject(sent);
  });
});
