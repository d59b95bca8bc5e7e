import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ChatEvent, type LineRef, lineKey } from "../../../api/chat";
import { DEFAULT_LOOK } from "../chat-appearance";
import { newsOf } from "../list/unread-count";
import { visibleRows } from "../list/visible-rows";
import { ChatStore } from "./chat-store";
import { MOST_ROWS } from "./chat-window";
import { TestClock } from "./test-clock";
import { line, NOON, receipt, removal, said, sent } from "./test-lines";
import { FakeServer, texts } from "./test-store";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const answered = () => vi.advanceTimersByTimeAsync(0);
const shown = (store: ChatStore) => texts(store.current().window);
const seen = (store: ChatStore) => visibleRows(store.current().window.rows, DEFAULT_LOOK);
const news = (store: ChatStore) => newsOf(store.current().window, seen(store), DEFAULT_LOOK);

async function start(server = new FakeServer()) {
  const clock = new TestClock();
  const store = new ChatStore(server, clock);
  const stop = store.start();
  await answered();
  return { server, clock, store, stop };
}

/** A door that answers wait behind. */
function door() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, open: () => open() };
}

function numbered(count: number, from = 0): ChatEvent[] {
  return Array.from({ length: count }, (_, n) => said(`m${n + from}`, { second: n + from }));
}

test("the newest lines are there first, then what is said", async () => {
  const server = new FakeServer();
  server.happen(said("a", { second: 1 }));
  const { store, clock } = await start(server);
  server.happen(said("b", { second: 2 }));
  clock.advance(20);
  expect(shown(store)).toEqual(["a", "b"]);
});

test("what happens while the answer is on its way is neither lost nor doubled", async () => {
  const server = new FakeServer();
  server.happen(said("a", { second: 1 }));
  const { gate, open } = door();
  server.gate = gate;
  const { store, clock } = await start(server);
  server.happen(said("b", { second: 2 }), { type: "removed", lines: [line("a")], removal: removal() });
  clock.advance(20);
  open();
  await answered();
  expect(shown(store)).toEqual(["a", "b"]);
  expect(store.current().window.rows[0]).toMatchObject({ removal: { how: "deleted" } });
});

test("a line removed while its older page is fetched is shown as removed", async () => {
  const server = new FakeServer();
  server.pageSize = 2;
  server.happen(...numbered(4));
  const { store } = await start(server);
  const { gate, open } = door();
  server.gate = gate;
  const loading = store.loadOlder();
  await answered();
  server.happen({ type: "removed", lines: [line("m1")], removal: removal() });
  open();
  await loading;
  const row = store.current().window.rows.find(({ key }) => key === lineKey(line("m1")));
  expect(row).toMatchObject({ removal: { how: "deleted" } });
});

test("older pages come one after the other until there are none", async () => {
  const server = new FakeServer();
  server.pageSize = 3;
  server.happen(...numbered(7));
  const { store } = await start(server);
  for (let turn = 0; turn < 4; turn += 1) await store.loadOlder();
  expect(shown(store)).toEqual(server.lines().map(({ text }) => text));
  expect(store.current().window.hasOlder).toBe(false);
});

test("more lines of one moment than a page holds do not stop the way back", async () => {
  const server = new FakeServer();
  server.pageSize = 2;
  server.happen(...["a", "b", "c", "d", "e"].map((id) => said(id)));
  const { store } = await start(server);
  for (let turn = 0; turn < 5; turn += 1) await store.loadOlder();
  expect(shown(store)).toEqual(["a", "b", "c", "d", "e"]);
});

test("a line that was cut comes back as the list fetched again", async () => {
  const { server, store, clock } = await start();
  server.happen(...numbered(3));
  clock.advance(200);
  server.cut();
  server.happen(...numbered(5, 3), { type: "removed", lines: [line("m1")], removal: removal() });
  server.mend();
  await answered();
  const fresh = await start(server);
  expect(store.current().window.rows).toEqual(fresh.store.current().window.rows);
});

test("somebody who reads further up keeps what they look at when the list is fetched again", async () => {
  const server = new FakeServer();
  server.pageSize = 5;
  server.happen(...numbered(20));
  const { store } = await start(server);
  for (let turn = 0; turn < 2; turn += 1) await store.loadOlder();
  store.setAtEnd(false);
  const before = shown(store);
  server.cut();
  server.happen(...numbered(3, 20));
  server.mend();
  await answered();
  expect(shown(store)).toEqual(expect.arrayContaining(before));
  expect(shown(store).at(-1)).toBe("m22");
});

test("reading further up for long, then going back to now, fetches what was not kept", async () => {
  const server = new FakeServer();
  const { store, clock } = await start(server);
  store.setAtEnd(false);
  server.happen(...numbered(MOST_ROWS + 50));
  clock.advance(200);
  expect(store.current().window.isBehind).toBe(true);
  expect(news(store)).toBe(MOST_ROWS + 50);
  store.resume();
  await answered();
  expect(shown(store).at(-1)).toBe(`m${MOST_ROWS + 49}`);
  expect(store.current().window.isBehind).toBe(false);
});

test("new messages are counted from where somebody stopped, also over a line that was cut", async () => {
  const server = new FakeServer();
  server.pageSize = 5;
  server.happen(...numbered(12));
  const { store, clock } = await start(server);
  store.setAtEnd(false);
  await store.loadOlder();
  server.happen(...numbered(2, 12));
  clock.advance(200);
  server.cut();
  server.happen(...numbered(3, 14));
  server.mend();
  await answered();
  expect(news(store)).toBe(5);
  store.setAtEnd(true);
  expect(news(store)).toBe(0);
});

test("a jump shows the lines before and after the one that was found", async () => {
  const server = new FakeServer();
  server.pageSize = 10;
  server.happen(...numbered(100));
  const { store } = await start(server);
  await store.jumpTo(line("m40", { second: 40 }), lineKey(line("m40")));
  expect(store.current().target).toBe("twitch-1:m40");
  expect(shown(store)).toEqual(expect.arrayContaining(["m35", "m40", "m42"]));
  const times = store.current().window.rows.map(({ at }) => at / 1e6 - NOON / 1e3);
  expect(times).toEqual(Array.from({ length: times.length }, (_, n) => (times[0] ?? 0) + n));
});

test("a jump to a line shows what came after it, also when all of that came in a burst after a pause", async () => {
  const server = new FakeServer();
  server.happen(said("found", { second: 0 }));
  server.happen(...Array.from({ length: 900 }, (_, n) => said(`burst ${n}`, { second: 20 + n / 20 })));
  const { store } = await start(server);
  await store.jumpTo(line("found", { second: 0 }), lineKey(line("found")));
  const rows = shown(store);
  expect(rows.slice(0, 2)).toEqual(["found", "burst 0"]);
  expect(rows.length).toBeGreaterThan(50);
});

test("a failed answer is asked for again, and says so while there is nothing to show", async () => {
  const server = new FakeServer();
  server.failure = new Error("no");
  const { store } = await start(server);
  expect(store.current().status).toBe("failed");
  server.failure = null;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.current().status).toBe("ready");
});

test("a chat that is closed goes at once, and comes back when it is opened again", async () => {
  const { server, store, clock } = await start();
  server.happen(said("a"));
  clock.advance(20);
  server.deny();
  expect([store.current().status, shown(store)]).toEqual(["gone", []]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([store.current().status, shown(store)]).toEqual(["ready", ["a"]]);
});

test("a sent message stands at once, and is not set back by its answer", async () => {
  const { server, store, clock } = await start();
  server.happen({ type: "sent", sent: sent("s1", { text: "told", revision: 2 }) });
  store.addSent(sent("s1", { text: "answered" }));
  store.addSent(sent("s2", { text: "only answered" }));
  clock.advance(20);
  expect(shown(store)).toEqual(["told", "only answered"]);
});

/** The same numbers for the same seed. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function somethingHappens(roll: (sides: number) => number, turn: number): ChatEvent {
  const ref = line(`m${roll(turn + 1)}`, { connection_id: roll(2) ? "twitch-1" : "kick-1" });
  const facts = { author: `a${roll(3)}`, second: turn - roll(4), connection_id: ref.connection_id };
  switch (roll(8)) {
    case 0:
      return { type: "removed", lines: [ref], removal: removal({ by: roll(2) ? `mod${turn}` : "" }) };
    case 1:
      return { type: "restored", lines: [ref] };
    case 2:
      return sentNumber(roll(4), turn, ref);
    case 3:
      return {
        type: "swept",
        connection_id: ref.connection_id,
        author_id: roll(2) ? `a${roll(3)}` : "",
        since: at(turn - roll(9)),
        until: at(turn),
        removal: removal({ by: `sweep${turn}` }),
      };
    default:
      return said(`m${turn}`, facts);
  }
}

/** Each time other lines came back of it; some of them are removed and restored. */
function sentNumber(number: number, turn: number, { message_id }: LineRef): ChatEvent {
  const message_ids = [message_id, `m${turn - 1}`, `m${turn + 1}`, `m${turn + 2}`];
  const receipts = ["twitch-1", "kick-1"].map((connection_id) =>
    receipt({ connection_id, state: "sent", message_ids, parts: message_ids.length }),
  );
  const facts = { text: `sent ${turn}`, created_at: at(number * 7 + 0.5), receipts, revision: turn };
  return { type: "sent", sent: sent(`s${number}`, facts) };
}

const at = (second: number) => new Date(NOON + second * 1000).toISOString();

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  "events or a new fetch, the list is the same, seed %i",
  async (seed) => {
    const roll = dice(seed);
    const server = new FakeServer();
    server.pageSize = 10_000;
    const { store, clock } = await start(server);
    for (let turn = 0; turn < 120; turn += 1) {
      const chance = roll(20);
      if (chance === 0) server.cut();
      if (chance === 1) server.mend();
      if (chance === 2) void store.loadOlder();
      server.happen(somethingHappens(roll, turn));
      clock.advance(roll(40));
      if (roll(3) === 0) await answered();
    }
    server.mend();
    await answered();
    clock.advance(2_000);
    const fresh = await start(server);
    expect(store.current().window.rows).toEqual(fresh.store.current().window.rows);
    expect(store.current().window.rows.length).toBeGreaterThan(20);
    expect(seen(store)).toEqual(seen(fresh.store));
    expect(seen(store).some((row) => row.kind === "sent" && row.echoes.length > 0)).toBe(true);
  },
);
