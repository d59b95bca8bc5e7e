import { expect, test } from "vitest";
import { isoTime, localMinute } from "./local-minute";

test("a time that is shown in a field and read back is unchanged", () => {
  const iso = "2030-01-02T20:30:00.000Z";
  expect(isoTime(localMinute(iso))).toBe(iso);
  expect([isoTime(""), localMinute(""), localMinute(null)]).toEqual([null, "", ""]);
});
