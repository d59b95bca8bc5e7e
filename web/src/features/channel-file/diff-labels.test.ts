import { expect, test } from "vitest";
import type { SectionDiff } from "./channel-file-types";
import { changedSections, changeSummary, countSummary, fieldLabel, lineRange, unchangedSummary } from "./diff-labels";

const section = (part: Partial<SectionDiff>): SectionDiff => ({
  key: "commands",
  title: "Commands",
  added: 0,
  changed: 0,
  removed: 0,
  same: 0,
  kept: 0,
  entries: [],
  ...part,
});

test("changes are counted over all sections, and those that did not happen are left out", () => {
  expect(changeSummary([section({ added: 2 }), section({ added: 1, removed: 1 })])).toBe("3 added, 1 removed");
  expect(changeSummary([section({ same: 4 })])).toBe("Nothing is different");
});

test("only sections with a difference are shown", () => {
  const entry = { key: "!a", change: "added" as const, line: 3, fields: [] };
  const sections = [section({ same: 4 }), section({ key: "timers", entries: [entry] })];
  expect(changedSections(sections).map(({ key }) => key)).toEqual(["timers"]);
});

test("what stays is told, and why", () => {
  expect(unchangedSummary({ same: 3, kept: 2 })).toBe("3 stay as they are, 2 not in the file stay");
  expect(unchangedSummary({ same: 0, kept: 0 })).toBe("");
});

test("fields are read as words, counted from one", () => {
  expect(fieldLabel("responses.0.text")).toBe("responses 1 text");
  expect(fieldLabel("global_cooldown")).toBe("global cooldown");
});

test("a version tells how much it holds", () => {
  expect(countSummary({ chat: 1, command_settings: 1, commands: 34, timers: 1, quotes: 0 })).toBe(
    "34 commands, 1 timer",
  );
  expect(countSummary({ chat: 1 })).toBe("Nothing in it");
});

test.each([
  [1, "one"],
  [2, "two"],
  [3, ""],
  [99, ""],
  [0, "one"],
])("line %d of the text is %j", (line, expected) => {
  const text = "one\ntwo\n";
  const { from, to } = lineRange(text, line);
  expect(text.slice(from, to)).toBe(expected);
});
