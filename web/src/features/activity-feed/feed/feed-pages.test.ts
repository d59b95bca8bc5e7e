import { expect, test } from "vitest";
import { applyEvents, smallerCount } from "./feed-pages";
import { activity, event, NO_FILTER, pages } from "./test-activity";

const ids = (data: ReturnType<typeof pages>) => data.pages.map(({ records }) => records.map(({ id }) => id));
const seen = (data: ReturnType<typeof pages>) =>
  data.pages.flatMap(({ records }) => records.filter(({ acknowledged }) => acknowledged).map(({ id }) => id));

const loaded = () => pages([[activity({ id: "a9" }), activity({ id: "a7" })], [activity({ id: "a5" })]], "more");

test("events applied to the loaded rows give the same list as a new request", () => {
  const bomb = { id: "b1", kind: "gift_bomb", recipients: ["Bo"] };
  const events = [event(bomb), event({ ...bomb, count: 5, recipients: ["Bo", "Cleo"] }), event({ id: "b2" })];
  const fetched = pages([[activity({ id: "b2" }), activity({ ...bomb, count: 5, recipients: ["Bo", "Cleo"] })]]);
  expect(applyEvents(pages([[]]), events, NO_FILTER, "u1")).toEqual(fetched);
  expect(applyEvents(fetched, events, NO_FILTER, "u1")).toEqual(fetched);
});

test("an activity whose count grows keeps its position and stays seen", () => {
  const before = pages([[activity({ id: "a9" }), activity({ id: "a7", count: 2, acknowledged: true })]]);
  const after = applyEvents(before, [event({ id: "a7", count: 20 })], NO_FILTER, "u1");
  expect(ids(after)).toEqual([["a9", "a7"]]);
  expect(after.pages[0]?.records[1]).toEqual(activity({ id: "a7", count: 20, acknowledged: true }));
  expect(after.pages[0]?.records[0]).toBe(before.pages[0]?.records[0]);
});

test("an older change that arrives late does not lower the count of an activity", () => {
  const before = pages([[activity({ count: 20 })]]);
  expect(applyEvents(before, [event({ count: 3 })], NO_FILTER, "u1")).toBe(before);
});

test("an activity is inserted by its id, and left out if its page is not loaded", () => {
  expect(ids(applyEvents(loaded(), [event({ id: "a8" })], NO_FILTER, "u1"))).toEqual([["a9", "a8", "a7"], ["a5"]]);
  expect(ids(applyEvents(loaded(), [event({ id: "a1" })], NO_FILTER, "u1"))).toEqual([["a9", "a7"], ["a5"]]);
  const complete = pages([[activity({ id: "a9" })]]);
  expect(ids(applyEvents(complete, [event({ id: "a1" })], NO_FILTER, "u1"))).toEqual([["a9", "a1"]]);
});

test("an activity below the minimum is counted as hidden until its size reaches the minimum", () => {
  const filter = { ...NO_FILTER, minimums: { gift_bomb: 5 } };
  const bomb = (count: number) => event({ id: "b1", kind: "gift_bomb", count, size: count });
  const hidden = pages([[activity({ id: "a9" })]], null, ["b1", "a3"]);
  const before = pages([[activity({ id: "a9" })]], null, ["a3"]);
  expect(applyEvents(before, [bomb(2), bomb(3)], filter, "u1")).toEqual(hidden);
  expect(applyEvents(hidden, [bomb(5)], filter, "u1")).toEqual(
    pages([[bomb(5).activity, activity({ id: "a9" })].map((row) => ({ ...row, acknowledged: false }))], null, ["a3"]),
  );
});

test("an activity hidden by its size is counted in the page that covers its time, if that page is loaded", () => {
  const filter = { ...NO_FILTER, minimums: { raid: 5 } };
  const raids = ["b1", "a8", "a6", "a1"].map((id) => event({ id, kind: "raid", size: 2 }));
  const after = applyEvents(loaded(), raids, filter, "u1");
  expect(after.pages.map((page) => page.smaller_ids)).toEqual([["b1", "a8"], ["a6"]]);
  expect(smallerCount(after.pages)).toBe("3");
});

test("a page lists at most 100 hidden activities, and the count then has a plus", () => {
  const filter = { ...NO_FILTER, minimums: { raid: 5 } };
  const many = Array.from({ length: 100 }, (_, index) => `a${200 - index}`);
  const full = pages([[activity({ id: "a100" })]], "more", many);
  expect(smallerCount(full.pages)).toBe("100+");
  const after = applyEvents(full, [event({ id: "b1", kind: "raid", size: 2 })], filter, "u1");
  expect(after.pages[0]?.smaller_ids).toEqual(["b1", ...many.slice(0, 99)]);
  expect(smallerCount(loaded().pages)).toBeNull();
});

test("an activity can be marked as seen, alone or with all older ones, and as new again", () => {
  const one = { type: "activity_acknowledged", user_id: "u1", activity_id: "a7", acknowledged: true } as const;
  const all = { type: "activities_acknowledged", user_id: "u1", up_to: "a7" } as const;
  expect(seen(applyEvents(loaded(), [one], NO_FILTER, "u1"))).toEqual(["a7"]);
  expect(seen(applyEvents(loaded(), [all], NO_FILTER, "u1"))).toEqual(["a7", "a5"]);
  expect(seen(applyEvents(loaded(), [all, { ...one, acknowledged: false }], NO_FILTER, "u1"))).toEqual(["a5"]);
});

test("activities that another user marks as seen stay new for this user", () => {
  const before = loaded();
  const all = { type: "activities_acknowledged", user_id: "u2", up_to: "a9" } as const;
  const one = { type: "activity_acknowledged", user_id: "u2", activity_id: "a7", acknowledged: true } as const;
  expect(applyEvents(before, [all, one], NO_FILTER, "u1")).toBe(before);
});
