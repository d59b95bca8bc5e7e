import { expect, test } from "vitest";
import { rowTime } from "./row-time";

test("a time of today is hours and minutes, an older one has its day", () => {
  const said = new Date(2025, 2, 4, 9, 5);
  expect(rowTime(said.toISOString(), said.getTime() + 60_000)).toBe("09:05");
  expect(rowTime(said.toISOString(), said.getTime() + 48 * 3600_000)).toBe("4 Mar, 09:05");
});
