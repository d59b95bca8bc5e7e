import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";
import { POLL_INTERVALS } from "../harness/times.ts";

type Numbers = { messages: number; chatters: number; follows: number; subs: number };
type Stream = { id: string; ended_at: string | null; numbers: Numbers };

// The job that counts the stored chat runs every 25 seconds.
const COUNTED_MS = 150_000;

const figure = (page: Page, label: string) =>
  page.getByRole("region", { name: "Numbers" }).locator("dl > div").filter({ hasText: label });

async function latestStream(juno: Session, channelId: string): Promise<Stream | undefined> {
  const { records } = await juno.get<{ records: Stream[] }>(`/channels/${channelId}/streams`);
  return records[0];
}

async function playStream(control: Rehearsal) {
  for (const provider of ["twitch", "youtube"]) await sendMessage(control, provider, "hello", { count: 6 });
  await sendMessage(control, "twitch", "from marek", { viewer: "marekfixes", count: 3 });
  await control.post("/twitch/follow", { login: "junoplays", viewer: "odalys_" });
  await control.post("/twitch/gift", { login: "junoplays", viewer: "marekfixes", count: 5 });
}

async function readDetails(page: Page) {
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  const first = (name: string) => part(name).getByRole("listitem").first();
  await expect(first("Top chatters")).toContainText("kestrel_318");
  await expect(first("Top emotes")).toContainText("juniFox1,204");
  await expect(first("Commands")).toContainText("!deaths231");
  for (const fact of ["Filter hits61", "Commands run742", "Value$164.00", "Median lag0.7 s"]) {
    await expect(part("Messages a minute").first()).toContainText(fact);
  }
  const twitch = part("Platforms").getByRole("row").filter({ hasText: "Twitch" });
  await expect(twitch).toContainText("$41.00");
  await expect(twitch).toContainText("0.7 s");
}

/** Size of the picture in the clipboard, and how many pixels differ from the background in three parts of it. */
function copiedPicture(page: Page) {
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = item && (await createImageBitmap(await item.getType("image/png")));
    const context = picture && new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    if (!context) return null;
    context.drawImage(picture, 0, 0);
    const drawn = (top: number, height: number) => {
      const { data } = context.getImageData(0, top, picture.width, height);
      const pixels = new Uint32Array(data.buffer);
      const background = new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
      return pixels.filter((pixel) => pixel !== background).length;
    };
    return { width: picture.width, height: picture.height, parts: [drawn(120, 60), drawn(260, 60), drawn(400, 230)] };
  });
}

async function sharePicture(page: Page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Copy picture" }).click();
  await expect(page.getByText("Picture copied")).toBeVisible();
  const copied = await copiedPicture(page);
  expect(copied).toMatchObject({ width: 1200, height: 630 });
  for (const pixels of copied?.parts ?? [0]) expect(pixels).toBeGreaterThan(1_000);
  await page.getByRole("button", { name: "Share" }).click();
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download picture" }).click(),
  ]);
  const bytes = await readFile(await picture.path());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
}

async function comparePastStreams(page: Page, channelId: string) {
  await page.goto(`/channels/${channelId}/stats`);
  await expect(page.getByRole("combobox", { name: "Stream" })).toContainText("Tunic day 3");
  await readDetails(page);
  await page.getByRole("combobox", { name: "Compared with" }).selectOption({ index: 1 });
  await expect(figure(page, "Peak")).toContainText("was");
  await expect(page.getByText("Previous stream")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "stats");
  const chart = page.getByRole("region", { name: /^Viewers by platform/ });
  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(chart.locator("[aria-live]")).toContainText(/^3:11 into the stream: [\d,]+ viewers, .*Twitch [\d,]+/);
  await page.getByRole("button", { name: "Show table" }).click();
  await expect(page.getByRole("columnheader", { name: "YouTube" })).toBeVisible();
  await expectNoAxeViolations(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  expect(await readFile(await file.path(), "utf8")).toContain("minute_utc,platform,average_viewers");
  await sharePicture(page);
}

async function readOverTime(page: Page) {
  await page.getByText("Over time").click();
  await expect(page.getByRole("region", { name: "Numbers over time" }).getByRole("row")).toHaveCount(3);
  const chart = page.getByRole("region", { name: /^Watched hours by day/ });
  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(chart.locator("[aria-live]")).toContainText(/^\w+ \d+ \w+: [\d,.]+ watched hours, .*Twitch [\d,.]+/);
  await page.getByRole("combobox", { name: "Period" }).selectOption("7");
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByRole("region", { name: "By platform" })).toContainText("2 streams");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "stats-over-time");
  await page.getByRole("link", { name: "Tunic day 2" }).click();
  await expect(page.getByRole("combobox", { name: "Stream" })).toHaveValue(/./);
  await expect(figure(page, "Peak")).toBeVisible();
}

test("the numbers of a stream are exact, and past streams are compared", async ({
  page,
  openAs,
  control,
  installation,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Day Shift");
  await test.step("without streams the screen has an empty state [P5 R2]", async () => {
    await page.goto(`/channels/${channelId}/stats`);
    await expect(page.getByRole("heading", { name: "No streams yet" })).toBeVisible();
    await expectNoAxeViolations(page);
  });
  await test.step("two streams are compared, and shown as chart, table, file and picture [P5]", async () => {
    await installation.addPastStreams(channelId);
    await comparePastStreams(page, channelId);
  });
  await test.step("the numbers over time are shown by day and link to their streams [P5]", () => readOverTime(page));
  await test.step("a stream has exactly the messages and events that the platforms sent [P5]", async () => {
    const liveId = await createLiveChannel(juno, control, ["twitch", "youtube"]);
    await page.goto(`/channels/${liveId}/stats`);
    await expect(figure(page, "Messages")).toBeVisible();
    await playStream(control);
    const numbers = async () => (await latestStream(juno, liveId))?.numbers;
    const sent = { messages: 15, follows: 1, subs: 5 };
    await expect.poll(numbers, { intervals: POLL_INTERVALS, timeout: COUNTED_MS }).toMatchObject(sent);
    await expect(figure(page, "Messages")).toContainText("15");
    for (const provider of ["twitch", "youtube"]) await control.post(`/${provider}/end`, { login: "junoplays" });
    const ended = async () => (await latestStream(juno, liveId))?.ended_at;
    await expect.poll(ended, { intervals: POLL_INTERVALS, timeout: COUNTED_MS }).toBeTruthy();
    expect(await numbers()).toMatchObject(sent);
  });
});
