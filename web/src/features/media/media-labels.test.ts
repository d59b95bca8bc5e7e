import { expect, test } from "vitest";
import { bytesLabel, factsLabel, usedByLabel } from "./media-labels";
import { media, sound } from "./test-media";

test("sizes are shown in the unit that fits", () => {
  expect([12, 2048, 10 * 1024 * 1024, 1.5 * 1024 * 1024].map(bytesLabel)).toEqual(["12 B", "2 kB", "10 MB", "1.5 MB"]);
});

test("the label of a file shows its known size, duration and bytes", () => {
  expect(factsLabel(media("a"))).toBe("400 × 300, 2 kB");
  expect(factsLabel(sound("b", { duration_ms: 62_400 }))).toBe("1:02, 2 kB");
  expect(factsLabel(sound("b", { duration_ms: 80 }))).toBe("0:01, 2 kB");
});

test("all uses of a file are named", () => {
  const uses = ["Alerts", "Goal"].map((name) => ({ kind: "widget", id: name, name }));
  expect(usedByLabel(media("a", { used_by: uses }))).toBe("Used by Alerts and Goal");
  expect(usedByLabel(media("a"))).toBe("");
});
