import { expect, test } from "vitest";
import { setLocale } from "../../../lib/locale";
import { rowTime } from "./row-time";

test("a recent time has hours and minutes, an older one also the day", () => {
  const sentAt = new Date(2025, 2, 4, 9, 5);
  expect(rowTime(sentAt.toISOString(), sentAt.getTime() + 60_000)).toBe("09:05");
  expect(rowTime(sentAt.toISOString(), sentAt.getTime() + 48 * 3600_000)).toBe("4 Mar, 09:05");
});

test("times follow the user's locale", () => {
  setLocale("en-US");
  const moment = new Date(2025, 2, 4, 21, 42, 7);
  expect(rowTime(moment.toISOString(), moment.getTime()).replace(/\s/u, " ")).toBe("9:42 PM");
  setLocale(null);
});
