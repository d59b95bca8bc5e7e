import { expect, test } from "vitest";
import { draft } from "../test-filter";
import { bodyOf } from "./draft";

test("an invalid timeout duration is sent as 0, so that the server rejects it instead of using its default [V3]", () => {
  const ladder = [{ action: "warn" as const }, { action: "timeout" as const, seconds: Number.NaN }];
  const sent = JSON.parse(JSON.stringify(bodyOf(draft({ ladder }), false)));
  expect(sent.ladder).toEqual([{ action: "warn" }, { action: "timeout", seconds: 0 }]);
});
