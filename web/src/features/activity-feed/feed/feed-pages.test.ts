import { expect, test } from "vitest";
import { applyEvents } from "./feed-pages";
import { activity, changed, NO_FILTER, pages } from "./test-activity";

const ids = (data: ReturnType<typeof pages>) => data.pages.map(({ records }) => records.map(({ id }) => id));
const seen = (data: ReturnType<typeof pages>) =>
  data.pages.flatMap(({ records }) => records.filter(({ acknowledged }) => acknowledged).map(({ id }) => id));

const loaded = () => pages([[activity({ id: "a9" }), activity({ id: "a7" })], [activity({ id: "a5" })]], "more");

test("events applied to the loaded rows give what the server returns when it is asked again", () => {
  const bomb = { id: "b1", kind: "gift_bomb", recipients: ["Bo"] };
  const events = [changed(bomb), changed({ ...bomb, count: 5, recipients: ["Bo", "Cleo"] }), changed({ id: "b2" })];
  const fetched = pages([[activity({ id: "b2" }), activity({ ...bomb, count: 5, recipients: ["Bo", "Cleo"] })]]);
  expect(applyEvents(pages([[]]), events, NO_FILTER, "u1")).toEqual(fetched);
  expect(applyEvents(fetched, events, NO_FILTER, "u1")).toEqual(fetched);
});

test("an activity that grows changes in its place and stays seen", () => {
  const before = pages([[activity({ id: "a9" }), activity({ id: "a7", count: 2, acknowledged: true })]]);
  const after = applyEvents(before, [changed({ id: "a7", count: 20 })], NO_FILTER, "u1");
  expect(ids(after)).toEqual([["a9", "a7"]]);
  expect(after.pages[0]?.records[1]).toEqual(activity({ id: "a7", count: 20, acknowledged: true }));
  expect(after.pages[0]?.records[0]).toBe(before.pages[0]?.records[0]);
});

test("a change that arrives late does not shrink an activity", () => {
  const before = pages([[activity({ count: 20 })]]);
  expect(applyEvents(before, [changed({ count: 3 })], NO_FILTER, "u1")).toBe(before);
});

test("an activity is inserted by its id, and left out if its page is not loaded", () => {
  expect(ids(applyEvents(loaded(), [changed({ id: "a8" })], NO_FILTER, "u1"))).toEqual([["a9", "a8", "a7"], ["a5"]]);
  expect(ids(applyEvents(loaded(), [changed({ id: "a1" })], NO_FILTER, "u1"))).toEqual([["a9", "a7"], ["a5"]]);
  const complete = pages([[activity({ id: "a9" })]]);
  expect(ids(applyEvents(complete, [changed({ id: "a1" })], NO_FILTER, "u1"))).toEqual([["a9", "a1"]]);
});

test("hidden activities are left out until they are worth enough", () => {
  const filter = { ...NO_FILTER, minimum: 10_000_000 };
  const small = changed({ id: "b1", count: 1, value: 4_990_000 });
  const grown = changed({ id: "b1", count: 3, value: 14_970_000 });
  expect(ids(applyEvents(pages([[]]), [small], filter, "u1"))).toEqual([[]]);
  expect(ids(applyEvents(pages([[]]), [small, grown], filter, "u1"))).toEqual([["b1"]]);
});

test("one or all older activities are marked as seen, and one as new again", () => {
  const one = { type: "activity_acknowledged", user_id: "u1", activity_id: "a7", acknowledged: true } as const;
  const all = { type: "activities_acknowledged", user_id: "u1", up_to: "a7" } as const;
  expect(seen(applyEvents(loaded(), [one], NO_FILTER, "u1"))).toEqual(["a7"]);
  expect(seen(applyEvents(loaded(), [all], NO_FILTER, "u1"))).toEqual(["a7", "a5"]);
  expect(seen(applyEvents(loaded(), [all, { ...one, acknowledged: false }], NO_FILTER, "u1"))).toEqual(["a5"]);
});

test("what other staff have seen changes nothing", () => {
  const before = loaded();
  const all = { type: "activities_acknowledged", user_id: "u2", up_to: "a9" } as const;
  const one = { type: "activity_acknowledged", user_id: "u2", activity_id: "a7", acknowledged: true } as const;
  expect(applyEvents(before, [all, one], NO_FILTER, "u1")).toBe(before);
});
