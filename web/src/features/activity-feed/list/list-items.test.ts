import { expect, test } from "vitest";
import { activity } from "../feed/test-activity";
import { activitiesOf, groupFollows, isFollows, type ListItem, ungrouped } from "./list-items";

const follow = (id: string, time: string) =>
  activity({ id, kind: "follow", happened_at: `2030-01-02T20:${time}:00Z`, viewer_name: id });
const idsOf = (items: ListItem[]) =>
  items.map((item) => (isFollows(item) ? item.follows.map(({ id }) => id) : item.activity.id));

const rows = [
  follow("a9", "09"),
  activity({ id: "a8" }),
  follow("a7", "05"),
  follow("a6", "00"),
  activity({ id: "a5" }),
  follow("a4", "01"),
  activity({ id: "a3", kind: "follow", happened_at: "2030-01-02T19:59:00Z" }),
];

test("follows of the same ten minutes are one row at the position of the newest follow", () => {
  expect(idsOf(groupFollows(rows, new Set()))).toEqual([["a9", "a7", "a6", "a4"], "a8", "a5", "a3"]);
  expect(idsOf(ungrouped(rows))).toEqual(["a9", "a8", "a7", "a6", "a5", "a4", "a3"]);
});

test("an open group shows its follows below it", () => {
  const [group] = groupFollows(rows, new Set());
  const open = groupFollows(rows, new Set([group?.key ?? ""]));
  expect(idsOf(open)).toEqual([["a9", "a7", "a6", "a4"], "a9", "a7", "a6", "a4", "a8", "a5", "a3"]);
  expect(new Set(open.map(({ key }) => key)).size).toBe(open.length);
});

test("groups stay the same when rows arrive one by one, or older rows are loaded", () => {
  const whole = groupFollows(rows, new Set());
  const keysOf = (subset: typeof rows) =>
    groupFollows(subset, new Set())
      .filter(isFollows)
      .map(({ key }) => key);
  const keys = whole.filter(isFollows).map(({ key }) => key);
  for (let start = 0; start < 3; start += 1) expect(keysOf(rows.slice(start))).toEqual(keys);
  expect(keysOf(rows.slice(0, 3))).toEqual(keys);
  expect(whole.flatMap(activitiesOf)).toHaveLength(rows.length);
});
