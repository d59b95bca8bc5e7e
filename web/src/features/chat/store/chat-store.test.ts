import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ChatEvent, type LineRef, lineKey } from "../../../api/chat";
import { currentToasts } from "../../../ui/toast/toast";
import { DEFAULT_APPEARANCE } from "../chat-appearance";
import { countUnread } from "../list/unread-count";
import { visibleRows } from "../list/visible-rows";
import { ChatStore } from "./chat-store";
import { MAX_ROWS } from "./chat-window";
import { MAX_HOLD_SILENCE_MS } from "./filter-status";
import { TestClock } from "./test-clock";
import { line, lineEvent, NOON, receipt, removal, sent } from "./test-lines";
import { FakeServer, texts } from "./test-server";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const flushResponses = () => vi.advanceTimersByTimeAsync(0);
const windowTexts = (store: ChatStore) => texts(store.current().window);
const rowsOnScreen = (store: ChatStore) => visibleRows(store.current().window.rows, DEFAULT_APPEARANCE);
const unread = (store: ChatStore) => countUnread(store.current().window, rowsOnScreen(store), DEFAULT_APPEARANCE);

async function start(server = new FakeServer()) {
  const clock = new TestClock();
  const store = new ChatStore(server, clock);
  const stop = store.start();
  await flushResponses();
  return { server, clock, store, stop };
}

/** Delays all responses; returns a function that releases them. */
function holdResponses(server: FakeServer): () => void {
  let release = () => {};
  server.gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return () => release();
}

function numberedLines(count: number, from = 0): ChatEvent[] {
  return Array.from({ length: count }, (_, n) => lineEvent(`m${n + from}`, { second: n + from }));
}

test("the store shows the newest page, then appends live lines", async () => {
  const server = new FakeServer();
  server.emit(lineEvent("a", { second: 1 }));
  const { store, clock } = await start(server);
  server.emit(lineEvent("b", { second: 2 }));
  clock.advance(20);
  expect(windowTexts(store)).toEqual(["a", "b"]);
});

test("events during a request are applied exactly once", async () => {
  const server = new FakeServer();
  server.emit(lineEvent("a", { second: 1 }));
  const release = holdResponses(server);
  const { store, clock } = await start(server);
  server.emit(lineEvent("b", { second: 2 }), { type: "removed", lines: [line("a")], removal: removal() });
  clock.advance(20);
  release();
  await flushResponses();
  expect(windowTexts(store)).toEqual(["a", "b"]);
  expect(store.current().window.rows[0]).toMatchObject({ removal: { how: "deleted" } });
});

test("a line deleted while its page is fetched is shown as deleted", async () => {
  const server = new FakeServer();
  server.pageSize = 2;
  server.emit(...numberedLines(4));
  const { store } = await start(server);
  const release = holdResponses(server);
  const loading = store.loadOlder();
  await flushResponses();
  server.emit({ type: "removed", lines: [line("m1")], removal: removal() });
  release();
  await loading;
  const row = store.current().window.rows.find(({ key }) => key === lineKey(line("m1")));
  expect(row).toMatchObject({ removal: { how: "deleted" } });
});

test("older pages load one after the other until there are none", async () => {
  const server = new FakeServer();
  server.pageSize = 3;
  server.emit(...numberedLines(7));
  const { store } = await start(server);
  for (let step = 0; step < 4; step += 1) await store.loadOlder();
  expect(windowTexts(store)).toEqual(server.lines().map(({ text }) => text));
  expect(store.current().window.hasOlder).toBe(false);
});

test("more lines with one timestamp than a page holds do not block older pages", async () => {
  const server = new FakeServer();
  server.pageSize = 2;
  server.emit(...["a", "b", "c", "d", "e"].map((id) => lineEvent(id)));
  const { store } = await start(server);
  for (let step = 0; step < 5; step += 1) await store.loadOlder();
  expect(windowTexts(store)).toEqual(["a", "b", "c", "d", "e"]);
});

test("after a reconnect the list equals a fresh fetch", async () => {
  const { server, store, clock } = await start();
  server.emit(...numberedLines(3));
  clock.advance(200);
  server.disconnect();
  server.emit(...numberedLines(5, 3), { type: "removed", lines: [line("m1")], removal: removal() });
  server.reconnect();
  await flushResponses();
  const fresh = await start(server);
  expect(store.current().window.rows).toEqual(fresh.store.current().window.rows);
});

test("a paused list keeps its rows after a refetch", async () => {
  const server = new FakeServer();
  server.pageSize = 5;
  server.emit(...numberedLines(20));
  const { store } = await start(server);
  for (let step = 0; step < 2; step += 1) await store.loadOlder();
  store.setAtEnd(false);
  const before = windowTexts(store);
  server.disconnect();
  server.emit(...numberedLines(3, 20));
  server.reconnect();
  await flushResponses();
  expect(windowTexts(store)).toEqual(expect.arrayContaining(before));
  expect(windowTexts(store).at(-1)).toBe("m22");
});

test("resuming fetches the lines that the paused list had no room for", async () => {
  const server = new FakeServer();
  const { store, clock } = await start(server);
  store.setAtEnd(false);
  server.emit(...numberedLines(MAX_ROWS + 50));
  clock.advance(200);
  expect(store.current().window.isBehind).toBe(true);
  expect(unread(store)).toBe(MAX_ROWS + 50);
  store.resume();
  await flushResponses();
  expect(windowTexts(store).at(-1)).toBe(`m${MAX_ROWS + 49}`);
  expect(store.current().window.isBehind).toBe(false);
});

test("unread messages are counted from the pause, also across a reconnect", async () => {
  const server = new FakeServer();
  server.pageSize = 5;
  server.emit(...numberedLines(12));
  const { store, clock } = await start(server);
  store.setAtEnd(false);
  await store.loadOlder();
  server.emit(...numberedLines(2, 12));
  clock.advance(200);
  server.disconnect();
  server.emit(...numberedLines(3, 14));
  server.reconnect();
  await flushResponses();
  expect(unread(store)).toBe(5);
  store.setAtEnd(true);
  expect(unread(store)).toBe(0);
});

test("a jump shows the lines before and after the target", async () => {
  const server = new FakeServer();
  server.pageSize = 10;
  server.emit(...numberedLines(100));
  const { store } = await start(server);
  await store.jumpTo(line("m40", { second: 40 }), lineKey(line("m40")));
  expect(store.current().target).toBe("twitch-1:m40");
  expect(windowTexts(store)).toEqual(expect.arrayContaining(["m35", "m40", "m42"]));
  const times = store.current().window.rows.map(({ at }) => at / 1e6 - NOON / 1e3);
  expect(times).toEqual(Array.from({ length: times.length }, (_, n) => (times[0] ?? 0) + n));
});

test("a jump shows the lines after the target, even if the chat was silent after it and a burst followed", async () => {
  const server = new FakeServer();
  server.emit(lineEvent("found", { second: 0 }));
  server.emit(...Array.from({ length: 900 }, (_, n) => lineEvent(`burst ${n}`, { second: 20 + n / 20 })));
  const { store } = await start(server);
  await store.jumpTo(line("found", { second: 0 }), lineKey(line("found")));
  const rows = windowTexts(store);
  expect(rows.slice(0, 2)).toEqual(["found", "burst 0"]);
  expect(rows.length).toBeGreaterThan(50);
});

test("a failed request is retried, and shown as failed while there are no rows", async () => {
  const server = new FakeServer();
  server.failure = new Error("no");
  const { store } = await start(server);
  expect(store.current().status).toBe("failed");
  server.failure = null;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.current().status).toBe("ready");
});

test("the chat is cleared when access is lost and reloaded when access returns", async () => {
  const { server, store, clock } = await start();
  server.emit(lineEvent("a"));
  clock.advance(20);
  server.deny();
  expect([store.current().status, windowTexts(store)]).toEqual(["no_access", []]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([store.current().status, windowTexts(store)]).toEqual(["ready", ["a"]]);
});

test("a chat that is reloaded by hand after access has returned gets live events", async () => {
  const { server, store, clock } = await start();
  server.deny();
  await store.refetch();
  server.emit(lineEvent("live"));
  clock.advance(20);
  expect([store.current().status, windowTexts(store)]).toEqual(["ready", ["live"]]);
});

test("a chat whose reload by hand fails at first gets live events after the retry", async () => {
  const { server, store, clock } = await start();
  server.deny();
  server.failure = new Error("no");
  await store.refetch();
  expect(store.current().status).toBe("failed");
  server.failure = null;
  await vi.advanceTimersByTimeAsync(2_000);
  server.emit(lineEvent("live"));
  clock.advance(20);
  expect(windowTexts(store)).toEqual(["live"]);
});

test("a jump after access has returned shows its target and gets live events", async () => {
  const server = new FakeServer();
  server.pageSize = 10;
  server.emit(...numberedLines(100));
  const { store, clock } = await start(server);
  server.deny();
  await store.jumpTo(line("m40", { second: 40 }), lineKey(line("m40")));
  await flushResponses();
  expect([windowTexts(store).includes("m40"), windowTexts(store).includes("m99")]).toEqual([true, false]);
  server.emit({ type: "removed", lines: [line("m40")], removal: removal() });
  clock.advance(20);
  const row = store.current().window.rows.find(({ key }) => key === lineKey(line("m40")));
  expect(row).toMatchObject({ removal: { how: "deleted" } });
});

test("a chat that was closed does not subscribe again", async () => {
  const { server, store, clock, stop } = await start();
  server.deny();
  stop();
  await store.refetch();
  server.emit(lineEvent("live"));
  clock.advance(20);
  expect(windowTexts(store)).toEqual([]);
});

test("a jump that fails keeps the rows and shows its error", async () => {
  const server = new FakeServer();
  server.pageSize = 10;
  server.emit(...numberedLines(100));
  const { store } = await start(server);
  const before = windowTexts(store);
  server.failure = new Error("The database is busy.");
  await store.jumpTo(line("m40", { second: 40 }), lineKey(line("m40")));
  expect([store.current().status, windowTexts(store)]).toEqual(["ready", before]);
  expect(currentToasts()).toMatchObject([{ tone: "error", message: "The database is busy." }]);
});

test("a paused chat is reloaded with one page when access returns", async () => {
  const server = new FakeServer();
  server.pageSize = 5;
  server.emit(...numberedLines(20));
  const { store } = await start(server);
  store.setAtEnd(false);
  server.deny();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(windowTexts(store)).toEqual(["m15", "m16", "m17", "m18", "m19"]);
});

test("a sent message is shown at once, and a response does not replace a newer live event", async () => {
  const { server, store, clock } = await start();
  server.emit({ type: "sent", sent: sent("s1", { text: "live", revision: 2 }) });
  store.addSent(sent("s1", { text: "response" }));
  store.addSent(sent("s2", { text: "only response" }));
  clock.advance(20);
  expect(windowTexts(store)).toEqual(["live", "only response"]);
});

test("messages count as waiting for the filters until they are released, or the server no longer says so", async () => {
  const { server, store, clock } = await start();
  const emit = (...events: ChatEvent[]) => {
    server.emit(...events);
    clock.advance(20);
    return store.current().filters.isHolding;
  };
  expect(emit({ type: "held" })).toBe(true);
  expect(emit({ type: "released" })).toBe(false);
  expect(emit({ type: "held" })).toBe(true);
  await vi.advanceTimersByTimeAsync(MAX_HOLD_SILENCE_MS - 1);
  expect(emit({ type: "held" })).toBe(true);
  await vi.advanceTimersByTimeAsync(MAX_HOLD_SILENCE_MS - 1);
  expect(store.current().filters.isHolding).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(store.current().filters.isHolding).toBe(false);
});

test("messages shown without the filters are counted until the notice is dismissed", async () => {
  const { server, store, clock } = await start();
  server.emit({ type: "unfiltered", count: 1 }, { type: "unfiltered", count: 2 });
  clock.advance(20);
  expect(store.current().filters.unfilteredCount).toBe(3);
  store.dismissUnfiltered();
  expect(store.current().filters.unfilteredCount).toBe(0);
});

function seededRandom(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function randomEvent(roll: (sides: number) => number, step: number): ChatEvent {
  const ref = line(`m${roll(step + 1)}`, { connection_id: roll(2) ? "twitch-1" : "kick-1" });
  const overrides = { author: `a${roll(3)}`, second: step - roll(4), connection_id: ref.connection_id };
  switch (roll(8)) {
    case 0:
      return { type: "removed", lines: [ref], removal: removal({ by: roll(2) ? `mod${step}` : "" }) };
    case 1:
      return { type: "restored", lines: [ref] };
    case 2:
      return sentMessageEvent(roll(4), step, ref);
    case 3:
      return {
        type: "swept",
        connection_id: ref.connection_id,
        author_id: roll(2) ? `a${roll(3)}` : "",
        since: at(step - roll(9)),
        until: at(step),
        removal: removal({ by: `sweep${step}` }),
      };
    default:
      return lineEvent(`m${step}`, overrides);
  }
}

/** Event of a sent message whose receipts name `message_id` and lines of other steps as its echoes. */
function sentMessageEvent(number: number, step: number, { message_id }: LineRef): ChatEvent {
  const message_ids = [message_id, `m${step - 1}`, `m${step + 1}`, `m${step + 2}`];
  const receipts = ["twitch-1", "kick-1"].map((connection_id) =>
    receipt({ connection_id, state: "sent", message_ids, parts: message_ids.length }),
  );
  const overrides = { text: `sent ${step}`, created_at: at(number * 7 + 0.5), receipts, revision: step };
  return { type: "sent", sent: sent(`s${number}`, overrides) };
}

const at = (second: number) => new Date(NOON + second * 1000).toISOString();

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  "live events and a refetch give the same list, seed %i",
  async (seed) => {
    const roll = seededRandom(seed);
    const server = new FakeServer();
    server.pageSize = 10_000;
    const { store, clock } = await start(server);
    for (let step = 0; step < 120; step += 1) {
      const chance = roll(20);
      if (chance === 0) server.disconnect();
      if (chance === 1) server.reconnect();
      if (chance === 2) void store.loadOlder();
      server.emit(randomEvent(roll, step));
      clock.advance(roll(40));
      if (roll(3) === 0) await flushResponses();
    }
    server.reconnect();
    await flushResponses();
    clock.advance(2_000);
    const fresh = await start(server);
    expect(store.current().window.rows).toEqual(fresh.store.current().window.rows);
    expect(store.current().window.rows.length).toBeGreaterThan(20);
    expect(rowsOnScreen(store)).toEqual(rowsOnScreen(fresh.store));
    expect(rowsOnScreen(store).some((row) => row.kind === "sent" && row.echoes.length > 0)).toBe(true);
  },
);
