import { expect, test } from "vitest";
import { result, timer } from "./test-timer";
import { withRuns } from "./timers.live";

test("a run replaces its timer in the list, and one that was deleted does not come back", () => {
  const ran = timer({ id: "t2", last_results: [result("twitch", "sent")] });
  const list = [timer(), timer({ id: "t2" })];
  const news = [
    { type: "timer_ran", timer: ran } as const,
    { type: "timer_ran", timer: timer({ id: "gone" }) } as const,
  ];
  expect(withRuns(list, news)).toEqual([timer(), ran]);
});

test("other news leave the list as it is", () => {
  const list = [timer()];
  expect(withRuns(list, [{ type: "timers_changed" }])).toBe(list);
});
