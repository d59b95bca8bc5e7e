import { expect, test } from "vitest";
import { cooldownLabel, usesLabel } from "./command-labels";

test("cooldowns are shown as global and per user", () => {
  expect([cooldownLabel(5, 15), cooldownLabel(0, 60), cooldownLabel(0, 0), cooldownLabel(3_600, 15)]).toEqual([
    "5 / 15 s",
    "0 / 60 s",
    "None",
    "1 h / 15 s",
  ]);
});

test("use counts have a unit", () => {
  expect([usesLabel(1), usesLabel(1_284)]).toEqual(["1 use", "1,284 uses"]);
});
