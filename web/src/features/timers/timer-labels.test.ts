import { describe, expect, test } from "vitest";
import { result, timer } from "./test-timer";
import { intervalLabel, problemOf, runResult, share, summaryOf } from "./timer-labels";

const nameOf = (provider: string) => provider.toUpperCase();
const message = (text: string, enabled = true) => ({ text, enabled, providers: [] });

describe("the words of a timer", () => {
  test("an interval says what chance adds to it", () => {
    expect(intervalLabel(timer())).toBe("30 min");
    expect(intervalLabel(timer({ spread_minutes: 10 }))).toBe("30–40 min");
  });

  test("a row shows the first message that is on, and how many more there are", () => {
    expect(summaryOf([message("One")])).toBe("One");
    expect(summaryOf([message("One", false), message("Two")])).toBe("Two (+1 more)");
    expect(summaryOf([message("One", false)])).toBe("All messages are switched off");
  });

  test("a skipped run tells why, before anything that an older run came to", () => {
    const skip = { at: "2030-01-02T20:30:00Z", reason: "The channel is not live." };
    const trouble = problemOf(timer({ last_skip: skip, last_results: [result("kick", "failed", "No.")] }), nameOf);
    expect(trouble).toMatch(/^Skipped 2 Jan, .*: The channel is not live\.$/);
  });

  test("a platform that did not take it is named with its reason; one that was left out is no trouble", () => {
    const results = [result("twitch", "sent"), result("kick", "failed", "Too fast."), result("tiktok", "skipped", "x")];
    expect(problemOf(timer({ last_results: results }), nameOf)).toBe("Not said on KICK: Too fast.");
    expect(problemOf(timer({ last_results: [result("tiktok", "skipped", "x")] }), nameOf)).toBeNull();
    expect(problemOf(timer({ last_results: [result("kick", "dropped", "Filtered.")] }), nameOf)).toContain("Filtered.");
  });

  test("a run says where it was heard, once for two connections of one platform", () => {
    expect(runResult([result("twitch", "sent"), result("twitch", "sent")], nameOf)).toBe("Said on TWITCH");
    expect(runResult([result("twitch", "failed")], nameOf)).toBe("Nothing was said");
    expect(runResult([result("twitch", "sending")], nameOf)).toBe("Still being sent");
  });

  test.each([
    [0, 5, 0],
    [1, 2, 0.5],
    [9, 5, 1],
    [0, 0, 1],
    [3, Number.NaN, 1],
  ])("%d of %d fills %d of its bar", (count, minimum, filled) => {
    expect(share(count, minimum)).toBe(filled);
  });
});
