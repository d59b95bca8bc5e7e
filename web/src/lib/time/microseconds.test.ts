import { expect, test } from "vitest";
import { justAfter, microsecondsOf } from "./microseconds";

test("timestamps are ordered to the microsecond, with any number of decimals", () => {
  const order = [
    "2025-03-04T12:00:00Z",
    "2025-03-04T12:00:00.1Z",
    "2025-03-04T12:00:00.100001Z",
    "2025-03-04T12:00:01Z",
  ];
  const numbers = order.map(microsecondsOf);
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers);
  expect(new Set(numbers).size).toBe(4);
});

test("justAfter is one microsecond later", () => {
  expect(justAfter("2025-03-04T12:00:00Z")).toBe("2025-03-04T12:00:00.000001Z");
  expect(justAfter("2025-03-04T12:00:00.999999Z")).toBe("2025-03-04T12:00:01.000000Z");
});
