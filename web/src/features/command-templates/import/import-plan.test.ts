import { expect, test } from "vitest";
import type { TemplateRow } from "../template-types";
import { isAllSelected, rowsToImport, startPlan, toggle, toggleAll, withChoice, withPolicy } from "./import-plan";

const row = (key: string, part: Partial<TemplateRow> = {}): TemplateRow => ({
  key,
  entry: {},
  clashes: [],
  problems: [],
  ...part,
});
const ROWS = [row("!a"), row("!b", { clashes: ["!b"] }), row("!c", { problems: ["responses.0.text: unknown"] })];

test("valid commands are selected, and conflicts are skipped until they are resolved", () => {
  expect(rowsToImport(startPlan(ROWS), ROWS)).toEqual([{ key: "!a", conflicts: "skip" }]);
});

test("a command with a conflict can be imported under a new name", () => {
  const plan = withChoice(startPlan(ROWS), "!b", "rename");
  expect(rowsToImport(plan, ROWS).map(({ key, conflicts }) => `${key} ${conflicts}`)).toEqual(["!a skip", "!b rename"]);
});

test("a new policy replaces the choices for single commands", () => {
  const plan = withPolicy(withChoice(startPlan(ROWS), "!b", "rename"), "replace");
  expect(rowsToImport(plan, ROWS).at(-1)).toEqual({ key: "!b", conflicts: "replace" });
});

test("unselected and invalid commands are not sent", () => {
  const plan = toggle(toggle(withPolicy(startPlan(ROWS), "replace"), "!a"), "!c");
  expect(rowsToImport(plan, ROWS).map(({ key }) => key)).toEqual(["!b"]);
});

test("Select all toggles between all and none", () => {
  const none = toggleAll(startPlan(ROWS), ROWS);
  expect([...none.selected]).toEqual([]);
  expect(isAllSelected(none, ROWS)).toBe(false);
  expect([...toggleAll(none, ROWS).selected]).toEqual(["!a", "!b"]);
});
