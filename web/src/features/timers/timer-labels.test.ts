import { describe, expect, test } from "vitest";
import { result, timer } from "./test-timer";
import { intervalLabel, postsTo, problemOf, progressToMinimum, runResult, summaryOf } from "./timer-labels";
import type { Provider } from "./timers";

const nameOf = (provider: string) => provider.toUpperCase();
const message = (text: string, enabled = true) => ({ text, enabled, providers: [] });

describe("timer labels", () => {
  test("an interval includes the random delay", () => {
    expect(intervalLabel(timer())).toBe("30 min");
    expect(intervalLabel(timer({ spread_minutes: 10 }))).toBe("30–40 min");
  });

  test("a row shows the first enabled message and the number of all other messages", () => {
    expect(summaryOf([message("One")])).toBe("One");
    expect(summaryOf([message("One", false), message("Two")])).toBe("Two (+1 more)");
    expect(summaryOf([message("One", false)])).toBe("All messages are off");
  });

  test("the reason of a skipped run is shown in place of the results of an older run", () => {
    const skip = { at: "2030-01-02T20:30:00Z", reason: "The channel is not live." };
    const problem = problemOf(timer({ last_skip: skip, last_results: [result("kick", "failed", "No.")] }), nameOf);
    expect(problem).toMatch(/^Skipped 2 Jan, .*: The channel is not live\.$/);
  });

  test("a row shows why posting to a platform failed, but not why a platform was skipped", () => {
    const results = [result("twitch", "sent"), result("kick", "failed", "Too fast."), result("tiktok", "skipped", "x")];
    expect(problemOf(timer({ last_results: results }), nameOf)).toBe("Not posted to KICK: Too fast.");
    expect(problemOf(timer({ last_results: [result("tiktok", "skipped", "x")] }), nameOf)).toBeNull();
    expect(problemOf(timer({ last_results: [result("kick", "dropped", "Filtered.")] }), nameOf)).toContain("Filtered.");
  });

  test("the result of a run names each platform once", () => {
    expect(runResult([result("twitch", "sent"), result("twitch", "sent")], nameOf)).toBe("Posted to TWITCH");
    expect(runResult([result("twitch", "failed")], nameOf)).toBe("Nothing posted");
    expect(runResult([result("twitch", "sending")], nameOf)).toBe("Still sending");
  });

  test.each([
    [0, 5, 0],
    [1, 2, 0.5],
    [9, 5, 1],
    [0, 0, 1],
    [3, Number.NaN, 1],
  ])("%d messages of a minimum of %d fill %d of the bar", (count, minimum, filled) => {
    expect(progressToMinimum(count, minimum)).toBe(filled);
  });
});

const TWITCH: Provider[] = ["twitch"];

test("a timer posts to a platform only if an enabled message is for the platform", () => {
  const messages = [
    { providers: TWITCH, enabled: true },
    { providers: [], enabled: false },
  ];
  expect([postsTo("twitch", messages), postsTo("kick", messages)]).toEqual([true, false]);
});
