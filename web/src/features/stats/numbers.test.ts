import { expect, test } from "vitest";
import { change, count, hours, lag, money, shortCount, streamTime } from "./numbers";

test("a missing number is a dash, and zero is zero", () => {
  expect([count(null), count(0), count(4812), lag(null), lag(700)]).toEqual(["–", "0", "4,812", "–", "0.7 s"]);
});

test("watched hours below ten have at most one digit after the point", () => {
  expect([hours(90), hours(0), hours(767_400)]).toEqual(["1.5", "0", "12,790"]);
});

test("large amounts have no cents", () => {
  expect([money(12_500_000), money(2_000_400_000)]).toEqual(["$12.50", "$2,000"]);
});

test("numbers on axes and times since the start are short", () => {
  expect([shortCount(6000), shortCount(40), streamTime(150), streamTime(5)]).toEqual(["6k", "40", "2:30", "0:05"]);
});

test("the change is in whole per cent, and null if a number is missing or the earlier number is zero", () => {
  expect([change(119, 100), change(94, 100), change(5, 0), change(null, 5), change(5, null)]).toEqual([
    19,
    -6,
    null,
    null,
    null,
  ]);
});
