import { expect, test } from "vitest";
import { draft } from "../test-filter";
import { bodyOf } from "./draft";

test("a time-out whose length is no number is sent as none at all, so that it is refused and not made up [V3]", () => {
  const ladder = [{ action: "warn" as const }, { action: "timeout" as const, seconds: Number.NaN }];
  const sent = JSON.parse(JSON.stringify(bodyOf(draft({ ladder }), false)));
  expect(sent.ladder).toEqual([{ action: "warn" }, { action: "timeout", seconds: 0 }]);
});
