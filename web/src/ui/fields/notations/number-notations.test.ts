import { expect, test } from "vitest";
import { dollarsText, parseDollars } from "./dollars";
import { durationText, parseSeconds } from "./seconds";

test.each([
  ["300", 300, "5:00"],
  ["5:00", 300, "5:00"],
  ["1:30:00", 5400, "1:30:00"],
  ["0:45", 45, "0:45"],
  ["90:00", 5400, "1:30:00"],
])("the time %s is %d seconds", (text, seconds, shown) => {
  expect(parseSeconds(text)).toBe(seconds);
  expect(durationText(seconds)).toBe(shown);
});

test.each(["", "soon", "-5", "1:2:3:4", "1.5"])("%o is not a time", (text) => {
  expect(parseSeconds(text)).toBeNaN();
});

test("dollars with up to two decimals are read as millionths", () => {
  expect([parseDollars("2.50"), parseDollars(""), parseDollars("2.505"), parseDollars("x")]).toEqual([
    2_500_000,
    0,
    Number.NaN,
    Number.NaN,
  ]);
  expect([dollarsText(2_500_000), dollarsText(5_000_000), dollarsText(Number.NaN)]).toEqual(["2.50", "5", ""]);
});
