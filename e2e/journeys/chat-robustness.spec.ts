import type { WebSocketRoute } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import {
  chatLog,
  chatRow,
  createLiveChannel,
  exactRow,
  keysInList,
  openChat,
  type StoredLine,
  sendMessage,
  storedLines,
  waitUntilStored,
} from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations } from "../harness/screens.ts";

const keyOf = ({ line }: { line: { connection_id: string; message_id: string } }) =>
  `${line.connection_id}:${line.message_id}`;

/** Sets the message rate of JunoPlays; ends other live channels, which would get a share of the rate. */
async function setRate(control: Rehearsal, perSecond: number) {
  const { records } = await control.get<{ records: { key: string; live: string[] }[] }>("/platforms");
  const others = records.find(({ key }) => key === "twitch")?.live.filter((login) => login !== "junoplays") ?? [];
  for (const login of others) await control.post("/twitch/end", { login });
  await control.post("/twitch/rate", { per_second: perSecond });
}

/** Expects that after the reconnect the list ends with the fetched lines, in order and each once. */
async function expectListAsFetched(page: Page, control: Rehearsal, fetched: () => Promise<StoredLine[]>) {
  await expect(page.getByRole("status").filter({ hasText: "Connection lost" })).toHaveCount(0);
  await control.post("/twitch/rate", { per_second: 0 });
  await sendMessage(control, "twitch", "the end of it");
  await expect(chatRow(page, "the end of it")).toBeVisible();
  const stored = (await fetched()).toReversed().map(keyOf);
  const listed = await keysInList(page, 2 * stored.length);
  expect(listed.slice(-stored.length)).toEqual(stored);
  expect(new Set(listed).size).toBe(listed.length);
}

type Setup = { page: Page; control: Rehearsal };

const PLATFORMS = ["twitch", "youtube", "kick"];
const MARKUP = "<img src=x onerror=alert(1)><script>alert(1)</script>";
const TEXT_WITH_MARKUP = `${MARKUP} javascript:alert(1)`;
const REVERSED_AND_STACKED = "\u202Eright to left\u202C z\u0351\u0363\u0352\u0369a\u0361\u035E\u0360l\u0322go";

async function readHostileTexts({ page, control }: Setup) {
  for (const provider of PLATFORMS) {
    await sendMessage(control, provider, TEXT_WITH_MARKUP);
    await sendMessage(control, provider, REVERSED_AND_STACKED.repeat(3));
  }
  await sendMessage(control, "twitch", "x".repeat(10_000));
  await sendMessage(control, "twitch", "the line after");
  await expect(chatRow(page, TEXT_WITH_MARKUP)).toHaveCount(PLATFORMS.length);
  await expect(chatLog(page).locator("script, img[onerror], a[href^=javascript]")).toHaveCount(0);
  const after = chatRow(page, "the line after");
  await expect(after).toBeVisible();
  expect((await after.boundingBox())?.height).toBeLessThan(30);
  const long = chatRow(page, "xxxx");
  const folded = (await long.boundingBox())?.height ?? 0;
  await long.getByRole("button", { name: "Show all" }).click();
  await expect.poll(async () => (await long.boundingBox())?.height ?? 0).toBeGreaterThan(folded * 2);
}

/** Sends a message whose author has this name, and a badge and a colour that contain markup. */
const sendHostileEvent = (control: Rehearsal, id: string, name: string, text: string) =>
  control.post("/twitch/event", {
    login: "junoplays",
    type: "channel.chat.message",
    event: {
      broadcaster_user_id: "0",
      chatter_user_id: id,
      chatter_user_login: "somebody",
      chatter_user_name: name,
      message_id: `made-up-${id}`,
      message: { text, fragments: [{ type: "text", text }] },
      badges: [{ set_id: MARKUP, id: MARKUP, info: MARKUP }],
      color: "red;background:url(javascript:alert(1))",
    },
  });

async function readHostileNames({ page, control }: Setup) {
  await sendHostileEvent(control, "71", MARKUP, "my name is markup");
  await sendHostileEvent(
    control,
    "72",
    "\u202Eevil\u0351\u0363\u0352\u0369\u0361\u035E\u0360",
    "my name turns round and piles up",
  );
  await sendHostileEvent(control, "73", "Zero\u200BWidth", "😀👩‍👩‍👧🏳️‍🌈".repeat(60));
  await sendMessage(control, "twitch", "z\u200Be\u200Br\u2060o\u200D width", { viewer: "marekfixes" });
  const named = chatRow(page, "my name is markup");
  await expect(named).toContainText(MARKUP);
  await expect(chatRow(page, "piles up")).not.toContainText("\u202E");
  await expect(chatRow(page, "👩‍👩‍👧")).toBeVisible();
  const zero = chatRow(page, "z\u200Be\u200Br\u2060o\u200D width");
  expect((await zero.boundingBox())?.height).toBeLessThan(30);
  expect((await chatRow(page, "piles up").boundingBox())?.height).toBeLessThan(30);
  await named.getByRole("button", { name: MARKUP, exact: true }).click();
  await expect(page.getByText("Viewer card").first()).toBeVisible();
  // A pointer over the list would hold back new lines.
  await page.mouse.move(0, 0);
  await expect(page.locator("script:has-text('alert(1)'), img[onerror], a[href^=javascript]")).toHaveCount(0);
}

test("messages and names with markup are shown as text only", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, PLATFORMS);
  let hasRun = false;
  page.on("dialog", () => {
    hasRun = true;
  });
  await page.goto(`/channels/${channelId}/chat`);
  const setup = { page, control };
  await test.step("names and badges with markup, and messages of symbols only, are shown as text [P4]", () =>
    readHostileNames(setup));
  await test.step("messages with markup are shown as text [P4]", () => readHostileTexts(setup));
  expect(hasRun).toBe(false);
  await expectNoAxeViolations(page);
});

test("after the computer slept, and after a lost socket at 500 messages a second, the list is the stored chat [P4]", async ({
  page,
  openAs,
  control,
}) => {
  const sockets: { isDead: boolean; route: WebSocketRoute }[] = [];
  let isOffline = false;
  await page.routeWebSocket(/\/api\/2\/live$/, (route) => {
    const socket = { isDead: false, route };
    sockets.push(socket);
    if (isOffline) return void route.close();
    const server = route.connectToServer();
    route.onMessage((message) => socket.isDead || server.send(message));
    server.onMessage((message) => socket.isDead || route.send(message));
  });
  await page.clock.install();
  const juno = await openAs(page, "junoplays");
  const channelId = await openChat(page, juno, control, ["twitch", "kick"]);
  const rude = await sendMessage(control, "twitch", "said before it slept", { viewer: "marekfixes" });
  await expect(chatRow(page, "said before it slept")).toBeVisible();

  // Asleep: no timers, no messages, and no close event.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const socket of sockets) socket.isDead = true;
  await sendMessage(control, "twitch", "said while it slept", { count: 60 });
  await control.post("/twitch/delete", { login: "junoplays", message_id: rude.message_id });
  await waitUntilStored(juno, channelId, 61);
  await page.clock.fastForward("01:00:00");
  await page.clock.resume();
  await expect(exactRow(page, "said while it slept 60")).toBeVisible();
  const slept = await storedLines(juno, channelId);
  expect(await keysInList(page)).toEqual(slept.toReversed().map(keyOf));
  await expect(chatRow(page, "said before it slept")).toHaveAttribute("data-removed", "true");

  await chatLog(page).press("End");
  // No commands: the bot would answer them after the last message.
  await control.post("/twitch/lines", { lines: ["hello there", "nice moves", "again, again!"] });
  await setRate(control, 500);
  await expect.poll(async () => (await storedLines(juno, channelId)).length).toBe(200);
  isOffline = true;
  await Promise.all(sockets.map(({ route }) => route.close()));
  await expect(page.getByRole("status").filter({ hasText: "Connection lost" })).toBeVisible();
  const sentTimes = (await storedLines(juno, channelId)).map(({ line }) => Date.parse(line.sent_at));
  // A busy machine stores fewer messages per second than the rate that was set.
  expect(sentTimes.length / ((Math.max(...sentTimes) - Math.min(...sentTimes)) / 1000)).toBeGreaterThan(20);
  isOffline = false;
  await expectListAsFetched(page, control, () => storedLines(juno, channelId));
});
