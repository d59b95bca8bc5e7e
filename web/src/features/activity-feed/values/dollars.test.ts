import { expect, test } from "vitest";
import { formatDollars, parseDollars } from "./dollars";

test.each([
  [1_000_000, "1.00"],
  [4_990_000, "4.99"],
  [10_000, "0.01"],
  [255, "0.000255"],
  [60, "0.00006"],
  [0, "0.00"],
  [1_000_000_000_000, "1000000.00"],
])("%d millionths are formatted as %s and parsed again", (micros, text) => {
  expect(formatDollars(micros)).toBe(text);
  expect(parseDollars(text)).toBe(micros);
});

test.each([" 5 ", "5.", ".5"])("%s is an amount", (text) => expect(parseDollars(text)).not.toBeNull());

test.each(["", "-1", "1,5", "1e3", "0.0000001", "1000000.01", "12345678", "NaN", "٣"])("%s is not an amount", (text) =>
  expect(parseDollars(text)).toBeNull(),
);
