import { expect, test } from "vitest";
import { toggleProvider } from "./providers";

const ALL = ["twitch", "youtube", "kick"];

test("taking one away from all leaves the others", () => {
  expect(toggleProvider(ALL, [], "kick")).toEqual(["twitch", "youtube"]);
});

test("choosing the last missing one means all again", () => {
  expect(toggleProvider(ALL, ["twitch", "youtube"], "kick")).toEqual([]);
});

test("the last one stays: a filter that watches nowhere is one that is off", () => {
  expect(toggleProvider(ALL, ["kick"], "kick")).toEqual(["kick"]);
});
