import { expect, test } from "vitest";
import { updateCounts } from "./filters.live";
import { filter, filterHit } from "./test-filter";

test("a hit updates the count of its filter, and the latest hit wins", () => {
  const list = [filter("a"), filter("b", { hits_today: 3 })];
  const events = [
    { type: "hit", filter_id: "a", hits_today: 1, hit: filterHit("1") },
    { type: "hit", filter_id: "a", hits_today: 2, hit: filterHit("2") },
  ] as const;
  expect(updateCounts(list, events).map(({ hits_today }) => hits_today)).toEqual([2, 3]);
});

test("a live event that is not a hit leaves the list unchanged", () => {
  const list = [filter("a")];
  expect(updateCounts(list, [{ type: "filters_changed" }])).toBe(list);
});
