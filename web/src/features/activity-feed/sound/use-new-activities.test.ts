import { expect, test } from "vitest";
import { event, NO_FILTER } from "../feed/test-activity";
import { newestOf } from "./use-new-activities";

test("a new activity plays a sound, a higher count of a listed activity does not", () => {
  expect(newestOf([event({ id: "a7" }), event({ id: "a6" })], "a5", NO_FILTER)).toBe("a7");
  expect(newestOf([event({ id: "a5", count: 20 })], "a5", NO_FILTER)).toBeNull();
});

test("activities that are hidden, or happened before the platform connected, are silent", () => {
  const events = [event({ id: "a7" }), event({ id: "a8", kind: "raid", is_backlog: true })];
  expect(newestOf(events, "a5", { ...NO_FILTER, hiddenKinds: ["sub"] })).toBeNull();
});
