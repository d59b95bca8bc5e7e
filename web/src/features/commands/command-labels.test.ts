import { expect, test } from "vitest";
import { cooldownWords, usesWords } from "./command-labels";

test("cooldowns are told for all and for one viewer", () => {
  expect([cooldownWords(5, 15), cooldownWords(0, 60), cooldownWords(0, 0), cooldownWords(3_600, 15)]).toEqual([
    "5 / 15 s",
    "0 / 60 s",
    "None",
    "1 h / 15 s",
  ]);
});

test("uses are counted in words", () => {
  expect([usesWords(1), usesWords(1_284)]).toEqual(["1 use", "1,284 uses"]);
});
