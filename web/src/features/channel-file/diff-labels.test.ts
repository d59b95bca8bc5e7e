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

test("changes are counted over all sections, and zero counts are left out", () => {
  expect(changeSummary([section({ added: 2 }), section({ added: 1, removed: 1 })])).toBe("3 added, 1 removed");
  expect(changeSummary([section({ same: 4 })])).toBe("No changes");
});

test("only sections with changes are shown", () => {
  const entry = { key: "!a", change: "added" as const, line: 3, fields: [] };
  const sections = [section({ same: 4 }), section({ key: "timers", entries: [entry] })];
  expect(changedSections(sections).map(({ key }) => key)).toEqual(["timers"]);
});

test("entries that are unchanged, and entries that are kept although not in the file, are counted", () => {
  expect(unchangedSummary({ same: 1200, kept: 2 })).toBe("1,200 unchanged, 2 not in file (kept)");
  expect(unchangedSummary({ same: 0, kept: 0 })).toBe("");
});

test("the label of a field path counts items from one", () => {
  expect(fieldLabel("responses.0.text")).toBe("responses 1 text");
  expect(fieldLabel("global_cooldown")).toBe("global cooldown");
});

test("the summary of a version counts its commands, timers and the like", () => {
  expect(countSummary({ chat: 1, command_settings: 1, commands: 34, timers: 1, quotes: 0 })).toBe(
    "34 commands, 1 timer",
  );
  expect(countSummary({ chat: 1 })).toBe("Empty");
});

test.each([
  [1, "one"],
  [2, "two"],
  [3, ""],
  [99, ""],
  [0, "one"],
])("line %d, or the nearest line that exists, is %j", (line, expected) => {
  const text = "one\ntwo\n";
  const { from, to } = lineRange(text, line);
  expect(text.slice(from, to)).toBe(expected);
});
