import { expect, test } from "vitest";
import { applyToEntries, applyToList, finishedOf, matches, placeBehind, waitingOf, withEntries } from "./entries";
import type { Entry, QueueEvent } from "./queue-types";
import { entries, entry, queue } from "./test-queue";

const COUNTS = { waiting: 1, called: 1, playing: 0, finished: 0 };
const changed = (records: Entry[], removed: string[] = []): QueueEvent => ({
  type: "queue_entries_changed",
  queue_id: "q1",
  round: 1,
  counts: COUNTS,
  changed: records,
  removed,
});
const ids = (records: readonly Entry[]) => records.map(({ id }) => id);

test("an event replaces, adds and removes entries, and updates the round and the counts of the queue", () => {
  const data = entries([entry("a"), entry("b"), entry("c")]);
  const after = applyToEntries(data, changed([entry("b", { state: "called" }), entry("d")], ["c"]));
  expect(ids(waitingOf(after?.records ?? []))).toEqual(["a", "d"]);
  expect(after?.records.find(({ id }) => id === "b")?.state).toBe("called");
  expect([after?.queue.round, after?.queue.counts]).toEqual([1, COUNTS]);
});

test("events of other queues change nothing", () => {
  const data = entries([entry("a")], { id: "q2" });
  expect(applyToEntries(data, changed([entry("b")]))).toBe(data);
});

test("waiting viewers are sorted by place as text", () => {
  const records = [entry("a", { place: "18" }), entry("b", { place: "178" }), entry("c", { place: "08" })];
  expect(ids(waitingOf(records))).toEqual(["c", "b", "a"]);
});

test("a viewer who is moved behind another viewer, or to the front, is shown there until the server answers", () => {
  const [a, b, c] = [entry("a", { place: "1a" }), entry("b", { place: "1a8" }), entry("c", { place: "1b" })];
  const behind = (other: Entry | undefined) =>
    ids(waitingOf(withEntries(entries([a, b, c]), [{ ...c, place: placeBehind(other) }], []).records));
  expect([behind(a), behind(undefined), behind(b)]).toEqual([
    ["a", "c", "b"],
    ["c", "a", "b"],
    ["a", "b", "c"],
  ]);
});

test("a new session of the queue begins without the finished entries of the last session", () => {
  const done = entry("a", { state: "done", finished_at: "2030-01-02T21:00:00.5Z" });
  const data = entries([done, entry("b")]);
  const cleared = queue({ session_started_at: "2030-01-02T22:00:00Z" });
  expect(applyToEntries(data, { type: "queue_changed", queue: cleared })?.records).toEqual([entry("b")]);
});

test("only the last fifty finished entries are kept, the newest first", () => {
  const minute = (index: number) => `2030-01-02T21:${String(index).padStart(2, "0")}:00Z`;
  const done = Array.from({ length: 51 }, (_, index) =>
    entry(`e${index}`, { state: "done", finished_at: minute(index) }),
  );
  const { records } = withEntries(entries(done.slice(0, 50)), done.slice(50), []);
  expect([records.length, finishedOf(records)[0]?.id, ids(records).includes("e0")]).toEqual([50, "e50", false]);
});

test("events update the list of queues", () => {
  const list = [queue(), queue({ id: "q2" })];
  const renamed = applyToList(list, { type: "queue_changed", queue: queue({ name: "Duels" }) });
  expect(renamed.map(({ name }) => name)).toEqual(["Duels", "Viewer races"]);
  expect(applyToList(list, { type: "queue_changed", queue: queue({ id: "q3" }) })).toHaveLength(3);
  expect(applyToList(list, { type: "queue_deleted", queue_id: "q1" })).toEqual([list[1]]);
  expect(applyToList(list, changed([]))[0]?.counts).toEqual(COUNTS);
});

test("the search looks at names and notes", () => {
  const kes = entry("kes", { name: "Kestrel", game_name: "Kes#1", note: "no mic" });
  expect(["KEST", "kes#1", " mic ", "juno"].map((query) => matches(kes, query))).toEqual([true, true, true, false]);
});
