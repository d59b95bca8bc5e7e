import { expect, test } from "vitest";
import {
  filterOf,
  hidesAllKinds,
  isFiltered,
  isShown,
  isTooSmall,
  requestedKinds,
  requestedMinimums,
  withKinds,
  withMinimum,
} from "./feed-filter";
import { ALL_KINDS, GROUPS, KINDS } from "./kinds";
import { activity, NO_FILTER, settings } from "./test-activity";

test("every kind is in exactly one group", () => {
  expect(GROUPS.flatMap(({ kinds }) => kinds).toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

test.each([
  ["all", NO_FILTER, true],
  ["its kind", { ...NO_FILTER, hiddenKinds: ["sub"] as const }, false],
  ["another kind", { ...NO_FILTER, hiddenKinds: ["raid"] as const }, true],
  ["other platforms", { ...NO_FILTER, providers: ["kick"] as const }, false],
  ["its platform", { ...NO_FILTER, providers: ["kick", "twitch"] as const }, true],
  ["its size", { ...NO_FILTER, minimums: { sub: 1 } }, true],
  ["more than its size", { ...NO_FILTER, minimums: { sub: 2 } }, false],
  ["large ones of another kind", { ...NO_FILTER, minimums: { raid: 100 } }, true],
])("a filter of %s shows or hides an activity", (_filter, filter, expected) => {
  expect(isShown(activity(), filter)).toBe(expected);
});

test("the server is asked for the kinds that are not hidden, and for all if none is", () => {
  expect(requestedKinds(NO_FILTER)).toEqual([]);
  expect(requestedKinds({ ...NO_FILTER, hiddenKinds: ["follow", "like"] })).toEqual(
    ALL_KINDS.filter((kind) => kind !== "follow" && kind !== "like"),
  );
  expect(hidesAllKinds({ ...NO_FILTER, hiddenKinds: ALL_KINDS })).toBe(true);
});

test("groups are hidden and shown without changing the others", () => {
  expect(withKinds(["raid"], ["sub", "resub"], false)).toEqual(["raid", "sub", "resub"]);
  expect(withKinds(["raid", "sub"], ["sub", "resub"], true)).toEqual(["raid"]);
});

test("an activity of a hidden type is not hidden by its size", () => {
  const minimums = { sub: 2 };
  expect(isTooSmall(activity(), { ...NO_FILTER, minimums })).toBe(true);
  expect(isTooSmall(activity({ size: 2 }), { ...NO_FILTER, minimums })).toBe(false);
  expect(isTooSmall(activity(), { ...NO_FILTER, minimums, hiddenKinds: ["sub"] })).toBe(false);
  expect(isTooSmall(activity(), { ...NO_FILTER, minimums, providers: ["kick"] })).toBe(false);
});

test("the minimum of a group is that of all its kinds, and 0 shows all", () => {
  const minimums = withMinimum({ raid: 5, sub: 2 }, ["sub", "resub"], 12);
  expect(minimums).toEqual({ raid: 5, sub: 12, resub: 12 });
  expect(requestedMinimums({ ...NO_FILTER, minimums })).toEqual(["raid:5", "sub:12", "resub:12"]);
  expect(withMinimum(minimums, ["sub", "resub"], 0)).toEqual({ raid: 5 });
});

test("stored platforms that are unknown or malformed are ignored", () => {
  const known = ["twitch", "kick"] as const;
  expect(filterOf(settings, ["kick", "mixer"], known).providers).toEqual(["kick"]);
  expect(isFiltered(filterOf(settings, "kick", known))).toBe(false);
});
