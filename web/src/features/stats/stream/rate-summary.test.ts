import { expect, test } from "vitest";
import { cardFigures } from "../share/stream-card";
import { rateSummary } from "./stream-view";

test("the summary names the average and the first of equal peaks", () => {
  expect(rateSummary([null, 10, 30, null, 30], 2)).toBe("average 23, peak 30 at 0:04");
  expect(rateSummary([null], 1)).toBe("");
});

test("the shared picture of a stream without viewer numbers has dashes", () => {
  const numbers = { average_viewers: null, peak_viewers: null, watched_minutes: 0, messages: 7, chatters: 2 };
  const otherNumbers = { new_chatters: 0, follows: 0, subs: 0, value: 0, filter_hits: 0, lag_ms: null, commands: 0 };
  expect(cardFigures({ numbers: { ...numbers, ...otherNumbers } }).map(({ value }) => value)).toEqual([
    "–",
    "–",
    "0",
    "7",
  ]);
});
