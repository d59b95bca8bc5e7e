import { expect, test } from "vitest";
import { nextLabel, playedBefore, playedLabel, resultLabel, sizeLabel, summaryOf } from "./queue-labels";
import { queue } from "./test-queue";

const counts = (waiting: number) => ({ waiting, called: 0, playing: 0, finished: 0 });

test("the label of the button “Next” says how many viewers it calls, never more than are waiting", () => {
  const labels = [0, 1, 2, 9].map((waiting) => nextLabel({ group_size: 3, counts: counts(waiting) }));
  expect(labels).toEqual(["Next", "Next", "Next 2", "Next 3"]);
});

test("a queue shows the number of waiting viewers, and with a limit the number of places", () => {
  expect(sizeLabel({ max_size: 0, counts: counts(4) })).toBe("4 waiting");
  expect(sizeLabel({ max_size: 30, counts: counts(4) })).toBe("4 of 30 places");
});

test("the summary names settings that differ from the defaults, or else the default order", () => {
  expect(summaryOf(queue())).toBe("First come, first served");
  expect(summaryOf(queue({ subs_first: true, group_size: 3, cost: 1_500 }))).toBe(
    "Subscribers first · 3 a round · costs 1,500",
  );
});

test("labels say how often a viewer played and how a turn ended", () => {
  expect([playedLabel({ played: 0 }), playedLabel({ played: 4 })]).toEqual(["New", "4 ×"]);
  expect([playedBefore({ played: 0 }), playedBefore({ played: 4 })]).toEqual(["first time here", "played 4 ×"]);
  expect(resultLabel({ state: "done", round: 5 })).toBe("done, round 5");
  expect(resultLabel({ state: "no_show", round: 5 })).toBe("no show");
});
