import { expect, test } from "vitest";
import type { ReviewRow } from "./import-types";
import {
  bodyOf,
  changeRow,
  editEntry,
  hasDecisions,
  isUnfinished,
  kindsOf,
  matching,
  NO_FILTER,
  selectAll,
  sendable,
  startReview,
  summaryOf,
  withPolicy,
  withResults,
} from "./review";

function testRow(position: number, part: Partial<ReviewRow> = {}): ReviewRow {
  const key = `!cmd${position}`;
  return {
    position,
    kind: "commands",
    key,
    before: { name: key, text: `old ${position}`, details: [] },
    entry: { cmds: [key], responses: [{ text: `new ${position}` }] },
    maps: "full",
    notes: [],
    clashes: [],
    replaces_starter: false,
    use_count: null,
    repeats: false,
    problems: [],
    ...part,
  };
}

const review = (...rows: ReviewRow[]) =>
  startReview({ source: "nightbot", rows, counts: { full: 0, changed: 0, cannot: 0 }, ignored: [] });

const TWO = review(testRow(0), testRow(1, { maps: "cannot", problems: ["responses.0.text: unknown variable"] }));

test("valid rows are selected, invalid rows are not", () => {
  expect(TWO.rows.map(({ isSelected }) => isSelected)).toEqual([true, false]);
  expect(sendable(TWO).map(({ key }) => key)).toEqual(["!cmd0"]);
});

test("Select all skips invalid rows, and a row is selected when it is fixed", () => {
  expect(sendable(selectAll(TWO, new Set([0, 1]), true))).toHaveLength(1);
  const fixed = editEntry(TWO, 1, { cmds: ["!cmd1"], responses: [{ text: "fixed" }] });
  expect(sendable(fixed).map(({ entry }) => entry["responses"])).toContainEqual([{ text: "fixed" }]);
});

test("a row with a name conflict is skipped until the conflict is resolved for this row or for all rows", () => {
  const result = review(testRow(0, { clashes: ["!cmd0"] }), testRow(1, { repeats: true }));
  expect(sendable(result)).toEqual([]);
  expect(sendable(withPolicy(result, "rename"))).toHaveLength(2);
  const one = changeRow(result, 1, { conflicts: "replace" });
  expect(bodyOf(one, sendable(one)).rows).toEqual([
    { kind: "commands", entry: testRow(1).entry, conflicts: "replace", use_count: null },
  ]);
  expect(sendable(withPolicy(one, "skip"))).toEqual([]);
});

test("an existing default command that was never changed is replaced unless the user chooses to skip it", () => {
  const starter = review(
    testRow(0, { clashes: ["!cmd0"], replaces_starter: true }),
    testRow(1, { clashes: ["!cmd1"] }),
  );
  expect(bodyOf(starter, sendable(starter)).rows.map(({ conflicts }) => conflicts)).toEqual(["replace"]);
  expect(hasDecisions(starter)).toBe(false);
  expect(sendable(withPolicy(starter, "skip"))).toEqual([]);
});

test("the use count of a command is sent with it", () => {
  const counted = review(testRow(0, { use_count: 431 }));
  expect(bodyOf(counted, sendable(counted)).rows).toMatchObject([{ use_count: 431 }]);
});

test("the summary counts the rows that were added, were skipped and need editing", () => {
  const all = review(
    testRow(0),
    testRow(1, { clashes: ["!cmd1"] }),
    testRow(2, { maps: "cannot", problems: ["responses.0.text: unknown variable"] }),
    testRow(3),
  );
  expect(summaryOf(all.rows)).toBe("");
  const added = (key: string) => ({ section: "commands", key, name: key, outcome: "added" as const, detail: "" });
  const after = withResults(all, sendable(all), [added("!cmd0"), added("!cmd3")]);
  expect(summaryOf(after.rows)).toBe("2 added, 1 skipped, 1 needs editing");
});

test("results are assigned to the sent rows, and imported rows are not sent again", () => {
  const three = review(testRow(0), testRow(1, { maps: "cannot" }), testRow(2));
  const sent = sendable(three);
  const result = (outcome: "added" | "failed", key: string) => ({
    section: "commands",
    key,
    name: key,
    outcome,
    detail: "",
  });
  const after = withResults(three, sent, [result("added", "!cmd0"), result("failed", "!cmd2")]);
  expect(after.rows.map(({ result }) => result?.outcome ?? null)).toEqual(["added", null, "failed"]);
  expect(sendable(after).map(({ key }) => key)).toEqual(["!cmd2"]);
  expect(selectAll(after, new Set([0]), false).rows[0]?.isSelected).toBe(true);
});

test("leaving asks for confirmation only while selected rows were never sent", () => {
  expect(isUnfinished(null)).toBe(false);
  expect(isUnfinished(TWO)).toBe(true);
  expect(isUnfinished(selectAll(TWO, new Set([0, 1]), false))).toBe(false);
});

test("leaving needs no confirmation if all remaining rows are skipped or were sent", () => {
  const result = review(testRow(0, { clashes: ["!cmd0"] }), testRow(1, { repeats: true }));
  expect(isUnfinished(result)).toBe(false);
  expect(isUnfinished(withPolicy(result, "rename"))).toBe(true);
  const failed = { section: "commands", key: "!cmd0", name: "!cmd0", outcome: "failed" as const, detail: "" };
  expect(isUnfinished(withResults(TWO, sendable(TWO), [failed]))).toBe(false);
});

test("going back asks for confirmation if decisions are not imported yet", () => {
  expect(hasDecisions(TWO)).toBe(false);
  expect(hasDecisions(changeRow(TWO, 0, { isSelected: false }))).toBe(true);
  expect(hasDecisions(changeRow(TWO, 0, { conflicts: "rename" }))).toBe(true);
  const fixed = editEntry(TWO, 1, { cmds: ["!cmd1"], responses: [{ text: "fixed" }] });
  expect(hasDecisions(fixed)).toBe(true);
  const added = { section: "commands", key: "!cmd1", name: "!cmd1", outcome: "added" as const, detail: "" };
  expect(hasDecisions(withResults(fixed, sendable(fixed), [added, added]))).toBe(false);
});

test("rows are filtered by status, type and text", () => {
  const { rows } = review(
    testRow(0),
    testRow(1, { maps: "changed", kind: "timers", entry: { name: "Social", messages: [{ text: "Follow" }] } }),
    testRow(2, { maps: "cannot", before: { name: "!old", text: "$(eval x)", details: [] } }),
  );
  const keys = (part: Partial<typeof NO_FILTER>) =>
    matching(rows, { ...NO_FILTER, ...part }).map(({ position }) => position);
  expect(keys({})).toEqual([0, 1, 2]);
  expect(keys({ maps: "changed" })).toEqual([1]);
  expect(keys({ kind: "commands" })).toEqual([0, 2]);
  expect(keys({ query: "FOLLOW" })).toEqual([1]);
  expect(keys({ query: "eval" })).toEqual([2]);
  expect(kindsOf(rows)).toEqual(["commands", "timers"]);
});
