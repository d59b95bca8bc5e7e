import { expect, test } from "vitest";
import {
  filterOf,
  hidesAllKinds,
  isFiltered,
  isHiddenOnlyBySize,
  isShown,
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
  ["no filter", true, NO_FILTER],
  ["its kind hidden", false, { ...NO_FILTER, hiddenKinds: ["sub"] as const }],
  ["another kind hidden", true, { ...NO_FILTER, hiddenKinds: ["raid"] as const }],
  ["only another platform", false, { ...NO_FILTER, providers: ["kick"] as const }],
  ["its platform and another", true, { ...NO_FILTER, providers: ["kick", "twitch"] as const }],
  ["its size as the minimum", true, { ...NO_FILTER, minimums: { sub: 1 } }],
  ["a larger minimum", false, { ...NO_FILTER, minimums: { sub: 2 } }],
  ["a minimum of another kind", true, { ...NO_FILTER, minimums: { raid: 100 } }],
])("with %s, an activity is shown: %s", (_name, expected, filter) => {
  expect(isShown(activity(), filter)).toBe(expected);
});

test("a request lists the shown kinds, and none if all are shown", () => {
  expect(requestedKinds(NO_FILTER)).toEqual([]);
  expect(requestedKinds({ ...NO_FILTER, hiddenKinds: ["follow", "like"] })).toEqual(
    ALL_KINDS.filter((kind) => kind !== "follow" && kind !== "like"),
  );
  expect(hidesAllKinds({ ...NO_FILTER, hiddenKinds: ALL_KINDS })).toBe(true);
});

test("hiding or showing a group does not change other groups", () => {
  expect(withKinds(["raid"], ["sub", "resub"], false)).toEqual(["raid", "sub", "resub"]);
  expect(withKinds(["raid", "sub"], ["sub", "resub"], true)).toEqual(["raid"]);
});

test("an activity of a hidden kind or platform does not count as hidden only by its size", () => {
  const minimums = { sub: 2 };
  expect(isHiddenOnlyBySize(activity(), { ...NO_FILTER, minimums })).toBe(true);
  expect(isHiddenOnlyBySize(activity({ size: 2 }), { ...NO_FILTER, minimums })).toBe(false);
  expect(isHiddenOnlyBySize(activity(), { ...NO_FILTER, minimums, hiddenKinds: ["sub"] })).toBe(false);
  expect(isHiddenOnlyBySize(activity(), { ...NO_FILTER, minimums, providers: ["kick"] })).toBe(false);
});

test("the minimum of a group is set for all its kinds, and 0 removes it", () => {
  const minimums = withMinimum({ raid: 5, sub: 2 }, ["sub", "resub"], 12);
  expect(minimums).toEqual({ raid: 5, sub: 12, resub: 12 });
  expect(requestedMinimums({ ...NO_FILTER, minimums })).toEqual(["raid:5", "sub:12", "resub:12"]);
  expect(withMinimum(minimums, ["sub", "resub"], 0)).toEqual({ raid: 5 });
});

test("saved platforms that are unknown, and a saved value that is not a list, are ignored", () => {
  const known = ["twitch", "kick"] as const;
  expect(filterOf(settings, ["kick", "mixer"], known).providers).toEqual(["kick"]);
  expect(isFiltered(filterOf(settings, "kick", known))).toBe(false);
});
