import { expect, test } from "vitest";
import type { ChatEvent, StoredLine } from "../../../api/chat";
import { countUnread } from "../list/unread-count";
import { visibleRows } from "../list/visible-rows";
import {
  applyEvents,
  type ChatWindow,
  EMPTY_WINDOW,
  echoKeysOf,
  lineRow,
  MAX_ROWS,
  pauseWindow,
  ROWS_AFTER_TRIM,
  rowsOf,
  TRIM_ABOVE,
  trimOldest,
  withOlder,
} from "./chat-window";
import { author, lineEvent, receipt, removal, sent, stored } from "./test-lines";
import { texts } from "./test-server";

const window = (lines: readonly StoredLine[], overrides: Partial<ChatWindow> = {}): ChatWindow => ({
  ...EMPTY_WINDOW,
  rows: lines.map(lineRow),
  ...overrides,
});
const ALL = { hidesBots: false, showsRemoved: true };
const unread = (now: ChatWindow, appearance = ALL) => countUnread(now, visibleRows(now.rows, appearance), appearance);
const ref = (message_id: string) => ({ connection_id: "twitch-1", message_id });

test("lines are ordered by the platforms' timestamps, not by arrival", () => {
  const after = applyEvents(EMPTY_WINDOW, [
    lineEvent("b", { second: 2 }),
    lineEvent("c", { second: 3 }),
    lineEvent("a", { second: 1 }),
  ]);
  expect(texts(after)).toEqual(["a", "b", "c"]);
});

test("lines with the same timestamp keep their order of arrival", () => {
  expect(texts(applyEvents(EMPTY_WINDOW, [lineEvent("a"), lineEvent("b"), lineEvent("c")]))).toEqual(["a", "b", "c"]);
});

test("lines are ordered by microseconds, which a Date does not have", () => {
  const early = lineEvent("early", { sent_at: "2025-03-04T12:00:00.000001Z" });
  const late = lineEvent("late", { sent_at: "2025-03-04T12:00:00.000002Z" });
  expect(texts(applyEvents(EMPTY_WINDOW, [late, early]))).toEqual(["early", "late"]);
});

test("a line that arrives twice is listed once, and stays deleted", () => {
  const removed = removal({ by: "oskar" });
  const after = applyEvents(EMPTY_WINDOW, [
    lineEvent("a"),
    { type: "removed", lines: [ref("a")], removal: removed },
    lineEvent("a"),
  ]);
  expect(after.rows).toEqual([lineRow(stored("a", {}, removed))]);
});

test("a removal with an actor is not replaced by a later removal", () => {
  const first = removal({ by: "oskar" });
  const events: ChatEvent[] = [
    { type: "removed", lines: [ref("a")], removal: first },
    { type: "removed", lines: [ref("a")], removal: removal({ by: "mira" }) },
  ];
  expect(applyEvents(window([stored("a")]), events).rows).toEqual([lineRow(stored("a", {}, first))]);
});

test("the actor of a removal may arrive after the removal", () => {
  const named = removal({ by: "oskar" });
  const events: ChatEvent[] = [
    { type: "removed", lines: [ref("a")], removal: removal({ by: "" }) },
    { type: "removed", lines: [ref("a")], removal: named },
  ];
  expect(applyEvents(window([stored("a")]), events).rows).toEqual([lineRow(stored("a", {}, named))]);
});

test("a `swept` event, such as after a timeout, keeps the removal of a line that was deleted before", () => {
  const withoutActor = removal({ by: "" });
  const swept: ChatEvent = {
    type: "swept",
    connection_id: "twitch-1",
    author_id: "",
    since: "2025-03-04T12:00:00Z",
    until: "2025-03-04T12:00:09Z",
    removal: removal({ how: "timed_out", by: "mira" }),
  };
  const before = window([stored("a", {}, withoutActor)]);
  expect(applyEvents(before, [swept]).rows).toEqual([lineRow(stored("a", {}, withoutActor))]);
});

test("a `swept` event deletes only the viewer's lines in its period on its connection", () => {
  const lines = [
    stored("before", { second: 1, author: "grim" }),
    stored("match", { second: 2, author: "grim" }),
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
  const removed = applyEvents(window(lines), [swept]).rows.filter((row) => row.kind === "line" && row.removal);
  expect(removed.map(({ key }) => key)).toEqual(["twitch-1:match"]);
});

test("a `swept` event without a viewer deletes the lines of all viewers", () => {
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

test("a restored line keeps its former removal, and can be removed again", () => {
  const before = window([stored("a", {}, removal())]);
  const after = applyEvents(before, [{ type: "restored", lines: [ref("a")] }]);
  expect(after.rows).toEqual([lineRow({ ...stored("a"), former_removal: removal() })]);
  const again = applyEvents(after, [{ type: "removed", lines: [ref("a")], removal: removal({ by: "mira" }) }]);
  expect(again.rows).toEqual([lineRow(stored("a", {}, removal({ by: "mira" })))]);
});

test("a removal without details still deletes", () => {
  const after = applyEvents(window([stored("a")]), [{ type: "removed", lines: [ref("a")] }]);
  expect(after.rows[0]).toMatchObject({ removal: { how: "deleted" } });
});

test("a sent message is updated and lists its echoes", () => {
  const first = applyEvents(EMPTY_WINDOW, [{ type: "sent", sent: sent("s1") }, lineEvent("echo")]);
  const after = applyEvents(first, [
    { type: "sent", sent: sent("s1", { receipts: [receipt({ message_ids: ["echo"] })] }) },
  ]);
  expect(after.rows.map(({ key }) => key)).toContain("sent:s1");
  expect(after.rows).toHaveLength(2);
  expect([...echoKeysOf(after.rows)]).toEqual(["twitch-1:echo"]);
});

test("a response never overwrites a newer live event", () => {
  const live = sent("s1", { text: "live", revision: 2 });
  const after = applyEvents(EMPTY_WINDOW, [
    { type: "sent", sent: live },
    { type: "sent", sent: sent("s1", { text: "response", revision: 1 }) },
  ]);
  expect(after.rows).toMatchObject([{ sent: live }]);
});

test("a late line older than the rows is added only if there are no older pages", () => {
  const before = window([stored("a", { second: 5 })], { hasOlder: true });
  expect(applyEvents(before, [lineEvent("late", { second: 1 })])).toBe(before);
  expect(texts(applyEvents({ ...before, hasOlder: false }, [lineEvent("late", { second: 1 })]))).toEqual(["late", "a"]);
});

test("old rows are trimmed in one batch while following", () => {
  const lines = Array.from({ length: TRIM_ABOVE + 1 }, (_, n) => stored(`m${n}`, { second: n }));
  const cut = trimOldest(window(lines));
  expect(cut.rows).toHaveLength(ROWS_AFTER_TRIM);
  expect(cut.hasOlder).toBe(true);
  expect(cut.rows.at(-1)?.key).toBe(`twitch-1:m${TRIM_ABOVE}`);
  const full = window(lines.slice(0, TRIM_ABOVE));
  expect(trimOldest(full)).toBe(full);
});

test("a paused list has a limit: more lines are counted, and fetched later", () => {
  const lines = Array.from({ length: MAX_ROWS }, (_, n) => stored(`m${n}`, { second: n }));
  const after = applyEvents(pauseWindow(window(lines)), [
    lineEvent("x", { second: 9_000 }),
    lineEvent("y", { second: 9_001 }),
  ]);
  expect(after.rows).toHaveLength(MAX_ROWS);
  expect([after.isBehind, unread(after)]).toEqual([true, 2]);
});

test("an older page is prepended, and a line that it shares with the list is listed once", () => {
  const before = window([stored("c", { second: 3 })], { hasOlder: true });
  const page = [stored("c", { second: 3 }), stored("b", { second: 2 }), stored("a", { second: 1 })];
  const after = withOlder(before, { lines: page, sent: [], hasOlder: false });
  expect(texts(after)).toEqual(["a", "b", "c"]);
  expect(after.hasOlder).toBe(false);
});

test("fetched rows are sorted oldest first, sent messages among them", () => {
  const rows = rowsOf({
    lines: [stored("b", { second: 9 }), stored("a", { second: 1 })],
    sent: [sent("s1", { created_at: "2025-03-04T12:00:05Z" })],
  });
  expect(rows.map(({ key }) => key)).toEqual(["twitch-1:a", "sent:s1", "twitch-1:b"]);
});

test("unread messages are counted from the visible rows, without reading all rows again", () => {
  const after = applyEvents(pauseWindow(window([stored("a")])), [lineEvent("x", { second: 9_000 })]);
  const shown = visibleRows(after.rows, ALL);
  const unreadable: ChatWindow = {
    ...after,
    get rows(): never {
      throw new Error("the rows must not be read again");
    },
  };
  expect(countUnread(unreadable, shown, ALL)).toBe(1);
});

/** Events of a message sent from Greenroom: the message, its receipts and two echoes. */
function sentFromHere(second = 9_000): ChatEvent[] {
  const created_at = new Date(Date.parse("2025-03-04T12:00:00Z") + second * 1000).toISOString();
  const receipts = [
    receipt({ state: "sent", message_ids: ["e1"] }),
    receipt({ state: "sent", connection_id: "kick-1", message_ids: ["e2"] }),
  ];
  return [
    { type: "sent", sent: sent("s1", { created_at }) },
    lineEvent("e1", { second: second + 1 }),
    { type: "sent", sent: sent("s1", { created_at, receipts, revision: 2 }) },
    lineEvent("e2", { second: second + 1, connection_id: "kick-1" }),
  ];
}

test.each([
  ["in the list", window([stored("a")])],
  ["not loaded", window([stored("a")], { isBehind: true })],
])("a sent message with two echoes is one unread message while the end of the chat is %s", (_, before) => {
  expect(unread(applyEvents(pauseWindow(before), sentFromHere()))).toBe(1);
});

test("an echo of a sent message that was in the list before the pause is not unread", () => {
  const [, , delivered] = sentFromHere();
  const before = delivered ? applyEvents(window([stored("a")]), [delivered]) : EMPTY_WINDOW;
  const after = applyEvents(pauseWindow({ ...before, isBehind: true }), sentFromHere());
  expect([after.missed.recent.length, unread(after)]).toEqual([2, 0]);
});

test("messages of bots and deleted messages are not unread while they are hidden", () => {
  const bot = lineEvent("bot", { second: 9_000, author: author("b", { is_bot: true }) });
  const events = [bot, lineEvent("x", { second: 9_001 }), lineEvent("y", { second: 9_002 })];
  const after = applyEvents(pauseWindow(window([stored("a")])), [...events, { type: "removed", lines: [ref("y")] }]);
  expect(unread(after)).toBe(3);
  expect(unread(after, { hidesBots: true, showsRemoved: false })).toBe(1);
  const behind = applyEvents(pauseWindow(window([stored("a")], { isBehind: true })), events);
  expect([ALL, { ...ALL, hidesBots: true }].map((appearance) => unread(behind, appearance))).toEqual([3, 2]);
});

test("messages of older pages are not unread, and an unread message still counts when an older page pushes it out", () => {
  const lines = Array.from({ length: MAX_ROWS }, (_, n) => stored(`m${n}`, { second: 10 + n }));
  const start = pauseWindow(window(lines.slice(0, -1), { hasOlder: true }));
  const grown = applyEvents(start, [lineEvent("x", { second: 9_000 })]);
  const after = withOlder(grown, { lines: [stored("old", { second: 1 })], sent: [], hasOlder: false });
  expect([after.isBehind, after.rows.some(({ key }) => key === "twitch-1:x")]).toEqual([true, false]);
  expect(unread(after)).toBe(1);
});

test("thousands of missed lines are counted without being kept, bots separately", () => {
  const events = Array.from({ length: 3_000 }, (_, n) =>
    lineEvent(`m${n}`, { second: 10 + n, author: author("k", { is_bot: n % 3 === 0 }) }),
  );
  let after = pauseWindow(window([stored("a")], { isBehind: true }));
  for (let n = 0; n < events.length; n += 50) after = applyEvents(after, events.slice(n, n + 50));
  expect(after.missed.recent.length).toBeLessThan(500);
  expect([ALL, { ...ALL, hidesBots: true }].map((appearance) => unread(after, appearance))).toEqual([3_000, 2_000]);
});
