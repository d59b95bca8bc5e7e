import { expect, test } from "vitest";
import type { TemplateRow } from "../template-types";
import { choicesOf, isAll, startPlan, toggle, toggleAll, withOwn, withPolicy } from "./import-plan";

const row = (key: string, part: Partial<TemplateRow> = {}): TemplateRow => ({
  key,
  entry: {},
  clashes: [],
  problems: [],
  ...part,
});
const ROWS = [row("!a"), row("!b", { clashes: ["!b"] }), row("!c", { problems: ["responses.0.text: unknown"] })];

test("everything possible is ticked, and what is taken is left out until somebody decides", () => {
  expect(choicesOf(startPlan(ROWS), ROWS)).toEqual([{ key: "!a", conflicts: "skip" }]);
});

test("one clash is renamed while the others are skipped", () => {
  const plan = withOwn(startPlan(ROWS), "!b", "rename");
  expect(choicesOf(plan, ROWS).map(({ key, conflicts }) => `${key} ${conflicts}`)).toEqual(["!a skip", "!b rename"]);
});

test("a choice for all takes back what was chosen for one", () => {
  const plan = withPolicy(withOwn(startPlan(ROWS), "!b", "rename"), "replace");
  expect(choicesOf(plan, ROWS).at(-1)).toEqual({ key: "!b", conflicts: "replace" });
});

test("what is not ticked is not sent, and what cannot be had never is", () => {
  const plan = toggle(toggle(withPolicy(startPlan(ROWS), "replace"), "!a"), "!c");
  expect(choicesOf(plan, ROWS).map(({ key }) => key)).toEqual(["!b"]);
});

test("all are ticked, none, and all again", () => {
  const none = toggleAll(startPlan(ROWS), ROWS);
  expect([...none.ticked]).toEqual([]);
  expect(isAll(none, ROWS)).toBe(false);
  expect([...toggleAll(none, ROWS).ticked]).toEqual(["!a", "!b"]);
});
