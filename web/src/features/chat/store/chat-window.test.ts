import { expect, test } from "vitest";
import type { ChatEvent, StoredLine } from "../../../api/chat";
import { newsOf } from "../list/unread-count";
import { visibleRows } from "../list/visible-rows";
import {
  applyEvents,
  type ChatWindow,
  CUT_ABOVE,
  cutOldest,
  EMPTY_WINDOW,
  echoesOf,
  KEPT_ROWS,
  lineRow,
  MOST_ROWS,
  rowsOf,
  stoodStill,
  withOlder,
} from "./chat-window";
import { author, receipt, removal, said, sent, stored } from "./test-lines";
import { texts } from "./test-store";

const window = (lines: readonly StoredLine[], facts: Partial<ChatWindow> = {}): ChatWindow => ({
  ...EMPTY_WINDOW,
  rows: lines.map(lineRow),
  ...facts,
});
const ALL = { hidesBots: false, showsRemoved: true };
const news = (one: ChatWindow, look = ALL) => newsOf(one, visibleRows(one.rows, look), look);
const ref = (message_id: string) => ({ connection_id: "twitch-1", message_id });

test("lines stand in the order of the platforms' time, whoever delivers first", () => {
  const after = applyEvents(EMPTY_WINDOW, [
    said("b", { second: 2 }),
    said("c", { second: 3 }),
    said("a", { second: 1 }),
  ]);
  expect(texts(after)).toEqual(["a", "b", "c"]);
});

test("lines of the same moment keep the order in which they came", () => {
  expect(texts(applyEvents(EMPTY_WINDOW, [said("a"), said("b"), said("c")]))).toEqual(["a", "b", "c"]);
});

test("microseconds decide, although a date has none", () => {
  const early = said("early", { sent_at: "2025-03-04T12:00:00.000001Z" });
  const late = said("late", { sent_at: "2025-03-04T12:00:00.000002Z" });
  expect(texts(applyEvents(EMPTY_WINDOW, [late, early]))).toEqual(["early", "late"]);
});

test("the same line twice is one line, and stays removed", () => {
  const gone = removal({ by: "oskar" });
  const after = applyEvents(EMPTY_WINDOW, [
    said("a"),
    { type: "removed", lines: [ref("a")], removal: gone },
    said("a"),
  ]);
  expect(after.rows).toEqual([lineRow(stored("a", {}, gone))]);
});

test("the first who removes a line stays named", () => {
  const first = removal({ by: "oskar" });
  const events: ChatEvent[] = [
    { type: "removed", lines: [ref("a")], removal: first },
    { type: "removed", lines: [ref("a")], removal: removal({ by: "mira" }) },
  ];
  expect(applyEvents(window([stored("a")]), events).rows).toEqual([lineRow(stored("a", {}, first))]);
});

test("who removed a line may be told after the line is gone", () => {
  const named = removal({ by: "oskar" });
  const events: ChatEvent[] = [
    { type: "removed", lines: [ref("a")], removal: removal({ by: "" }) },
    { type: "removed", lines: [ref("a")], removal: named },
  ];
  expect(applyEvents(window([stored("a")]), events).rows).toEqual([lineRow(stored("a", {}, named))]);
});

test("a sweep says nothing of lines that are gone already", () => {
  const nameless = removal({ by: "" });
  const swept: ChatEvent = {
    type: "swept",
    connection_id: "twitch-1",
    author_id: "",
    since: "2025-03-04T12:00:00Z",
    until: "2025-03-04T12:00:09Z",
    removal: removal({ how: "timed_out", by: "mira" }),
  };
  const before = window([stored("a", {}, nameless)]);
  expect(applyEvents(before, [swept]).rows).toEqual([lineRow(stored("a", {}, nameless))]);
});

test("a sweep takes one person's lines of its time on its connection, and nothing else", () => {
  const lines = [
    stored("before", { second: 1, author: "grim" }),
    stored("meant", { second: 2, author: "grim" }),
    stored("other", { second: 2, author: "kestrel" }),
    stored("elsewhere", { second: 2, author: "grim", connection_id: "kick-1" }),
    stored("after", { second: 4, author: "grim" }),
  ];
  const swept: ChatEvent = {
    type: "swept",
    connection_id: "twitch-1",
    author_id: "grim",
    since: "2025-03-04T12:00:02Z",
    until: "2025-03-04T12:00:03Z",
    removal: removal({ how: "timed_out" }),
  };
  const gone = applyEvents(window(lines), [swept]).rows.filter((row) => row.kind === "line" && row.removal);
  expect(gone.map(({ key }) => key)).toEqual(["twitch-1:meant"]);
});

test("a sweep without a person takes everybody's", () => {
  const lines = [stored("a", { author: "grim" }), stored("b", { author: "kestrel" })];
  const swept: ChatEvent = {
    type: "swept",
    connection_id: "twitch-1",
    author_id: "",
    since: "2025-03-04T12:00:00Z",
    until: "2025-03-04T12:00:09Z",
    removal: removal({ how: "cleared" }),
  };
  expect(applyEvents(window(lines), [swept]).rows.every((row) => row.kind === "line" && row.removal)).toBe(true);
});

test("what is restored stands as before", () => {
  const before = window([stored("a", {}, removal())]);
  const after = applyEvents(before, [{ type: "restored", lines: [ref("a")] }]);
  expect(after.rows).toEqual([lineRow({ ...stored("a"), former_removal: removal() })]);
  const again = applyEvents(after, [{ type: "removed", lines: [ref("a")], removal: removal({ by: "mira" }) }]);
  expect(again.rows).toEqual([lineRow(stored("a", {}, removal({ by: "mira" })))]);
});

test("a removal that names no reason still removes", () => {
  const after = applyEvents(window([stored("a")]), [{ type: "removed", lines: [ref("a")] }]);
  expect(after.rows[0]).toMatchObject({ removal: { how: "deleted" } });
});

test("a sent message replaces itself and names its echoes", () => {
  const first = applyEvents(EMPTY_WINDOW, [{ type: "sent", sent: sent("s1") }, said("echo")]);
  const after = applyEvents(first, [
    { type: "sent", sent: sent("s1", { receipts: [receipt({ message_ids: ["echo"] })] }) },
  ]);
  expect(after.rows.map(({ key }) => key)).toContain("sent:s1");
  expect(after.rows).toHaveLength(2);
  expect([...echoesOf(after.rows)]).toEqual(["twitch-1:echo"]);
});

test("the answer to a sent message never undoes what was told live", () => {
  const told = sent("s1", { text: "told", revision: 2 });
  const after = applyEvents(EMPTY_WINDOW, [
    { type: "sent", sent: told },
    { type: "sent", sent: sent("s1", { text: "answered", revision: 1 }) },
  ]);
  expect(after.rows).toMatchObject([{ sent: told }]);
});

test("a late line from before the rows waits for whoever scrolls there", () => {
  const before = window([stored("a", { second: 5 })], { hasOlder: true });
  expect(applyEvents(before, [said("late", { second: 1 })])).toBe(before);
  expect(texts(applyEvents({ ...before, hasOlder: false }, [said("late", { second: 1 })]))).toEqual(["late", "a"]);
});

test("old rows leave in one go while the end is looked at", () => {
  const lines = Array.from({ length: CUT_ABOVE + 1 }, (_, n) => stored(`m${n}`, { second: n }));
  const cut = cutOldest(window(lines));
  expect(cut.rows).toHaveLength(KEPT_ROWS);
  expect(cut.hasOlder).toBe(true);
  expect(cut.rows.at(-1)?.key).toBe(`twitch-1:m${CUT_ABOVE}`);
  const full = window(lines.slice(0, CUT_ABOVE));
  expect(cutOldest(full)).toBe(full);
});

test("whoever reads further up does not grow the list without end: new lines are counted, and fetched later", () => {
  const lines = Array.from({ length: MOST_ROWS }, (_, n) => stored(`m${n}`, { second: n }));
  const after = applyEvents(stoodStill(window(lines)), [said("x", { second: 9_000 }), said("y", { second: 9_001 })]);
  expect(after.rows).toHaveLength(MOST_ROWS);
  expect([after.isBehind, news(after)]).toEqual([true, 2]);
});

test("older pages come before, lines of the shared moment once", () => {
  const before = window([stored("c", { second: 3 })], { hasOlder: true });
  const page = [stored("c", { second: 3 }), stored("b", { second: 2 }), stored("a", { second: 1 })];
  const after = withOlder(before, { lines: page, sent: [], hasOlder: false });
  expect(texts(after)).toEqual(["a", "b", "c"]);
  expect(after.hasOlder).toBe(false);
});

test("what is fetched is listed oldest first, sent messages in their place", () => {
  const rows = rowsOf({
    lines: [stored("b", { second: 9 }), stored("a", { second: 1 })],
    sent: [sent("s1", { created_at: "2025-03-04T12:00:05Z" })],
  });
  expect(rows.map(({ key }) => key)).toEqual(["twitch-1:a", "sent:s1", "twitch-1:b"]);
});

test("what is new is counted by what the list shows: nothing is worked out a second time", () => {
  const after = applyEvents(stoodStill(window([stored("a")])), [said("x", { second: 9_000 })]);
  const shown = visibleRows(after.rows, ALL);
  const unread: ChatWindow = {
    ...after,
    get rows(): never {
      throw new Error("all rows are read again");
    },
  };
  expect(newsOf(unread, shown, ALL)).toBe(1);
});

/** Somebody here writes it, the platforms show it, and say so. */
function writtenHere(second = 9_000): ChatEvent[] {
  const created_at = new Date(Date.parse("2025-03-04T12:00:00Z") + second * 1000).toISOString();
  const receipts = [
    receipt({ state: "sent", message_ids: ["e1"] }),
    receipt({ state: "sent", connection_id: "kick-1", message_ids: ["e2"] }),
  ];
  return [
    { type: "sent", sent: sent("s1", { created_at }) },
    said("e1", { second: second + 1 }),
    { type: "sent", sent: sent("s1", { created_at, receipts, revision: 2 }) },
    said("e2", { second: second + 1, connection_id: "kick-1" }),
  ];
}

test.each([
  ["read", window([stored("a")])],
  ["jumped to", window([stored("a")], { isBehind: true })],
])("what is written here is one new message, however many platforms show it, where the end is %s", (_, before) => {
  expect(news(applyEvents(stoodStill(before), writtenHere()))).toBe(1);
});

test("the echo of what is shown already is nothing new, although there is no room for it", () => {
  const [, , told] = writtenHere();
  const before = told ? applyEvents(window([stored("a")]), [told]) : EMPTY_WINDOW;
  const after = applyEvents(stoodStill({ ...before, isBehind: true }), writtenHere());
  expect([after.missed.recent.length, news(after)]).toEqual([2, 0]);
});

test("bots and removed lines that are hidden are not counted as new", () => {
  const bot = said("bot", { second: 9_000, author: author("b", { is_bot: true }) });
  const events = [bot, said("x", { second: 9_001 }), said("y", { second: 9_002 })];
  const after = applyEvents(stoodStill(window([stored("a")])), [...events, { type: "removed", lines: [ref("y")] }]);
  expect(news(after)).toBe(3);
  expect(news(after, { hidesBots: true, showsRemoved: false })).toBe(1);
  const behind = applyEvents(stoodStill(window([stored("a")], { isBehind: true })), events);
  expect([ALL, { ...ALL, hidesBots: true }].map((look) => news(behind, look))).toEqual([3, 2]);
});

test("older pages are nothing new, and what is new is still counted when they push it out", () => {
  const lines = Array.from({ length: MOST_ROWS }, (_, n) => stored(`m${n}`, { second: 10 + n }));
  const paused = stoodStill(window(lines.slice(0, -1), { hasOlder: true }));
  const grown = applyEvents(paused, [said("x", { second: 9_000 })]);
  const after = withOlder(grown, { lines: [stored("old", { second: 1 })], sent: [], hasOlder: false });
  expect([after.isBehind, after.rows.some(({ key }) => key === "twitch-1:x")]).toEqual([true, false]);
  expect(news(after)).toBe(1);
});

test("thousands that nobody looks at are counted without being kept, bots apart", () => {
  const events = Array.from({ length: 3_000 }, (_, n) =>
    said(`m${n}`, { second: 10 + n, author: author("k", { is_bot: n % 3 === 0 }) }),
  );
  let after = stoodStill(window([stored("a")], { isBehind: true }));
  for (let n = 0; n < events.length; n += 50) after = applyEvents(after, events.slice(n, n + 50));
  expect(after.missed.recent.length).toBeLessThan(500);
  expect([ALL, { ...ALL, hidesBots: true }].map((look) => news(after, look))).toEqual([3_000, 2_000]);
});
