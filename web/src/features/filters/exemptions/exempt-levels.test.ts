import { expect, test } from "vitest";
import { exemptLevels } from "./exempt-levels";

const roles = [
  { level: 0, name: "Public", selectable: true },
  { level: 7, name: "Mod", selectable: true },
  { level: 100, name: "Editor", selectable: false },
  { level: 500, name: "Owner", selectable: true },
];

const labels = (current: number) => exemptLevels(roles, current).map(({ label }) => label);

test("the selectable roles above Public are offered, lowest first, and 'No one' last", () => {
  expect(labels(7)).toEqual(["Mod", "Owner", "No one"]);
});

test("the current level is listed even if it is not selectable", () => {
  expect(labels(100)).toContain("Editor");
  expect(labels(42)).toContain("Level 42");
});
