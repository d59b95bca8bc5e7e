import { expect, test } from "vitest";
import { cooldownLabel, usesLabel } from "./command-labels";

test("cooldowns are told for all and for one viewer", () => {
  expect([cooldownLabel(5, 15), cooldownLabel(0, 60), cooldownLabel(0, 0), cooldownLabel(3_600, 15)]).toEqual([
    "5 / 15 s",
    "0 / 60 s",
    "None",
    "1 h / 15 s",
  ]);
});

test("uses are counted in words", () => {
  expect([usesLabel(1), usesLabel(1_284)]).toEqual(["1 use", "1,284 uses"]);
});
