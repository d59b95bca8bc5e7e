import { expect, test } from "vitest";
import type { Provider } from "./command-types";
import { answersOn, goesTo, toggleProvider } from "./providers";

const ALL: Provider[] = ["twitch", "youtube", "kick"];

test("all of them are none named, and the last one stays", () => {
  expect(toggleProvider(ALL, [], "kick")).toEqual(["twitch", "youtube"]);
  expect(toggleProvider(ALL, ["twitch", "youtube"], "kick")).toEqual([]);
  expect(toggleProvider(ALL, ["twitch"], "twitch")).toEqual(["twitch"]);
});

test("an answer goes where both the command and the answer are for", () => {
  expect([goesTo([], []), goesTo(["twitch"], []), goesTo(["twitch", "kick"], ["kick", "youtube"])]).toEqual([
    [],
    ["twitch"],
    ["kick"],
  ]);
});

test("a platform without an answer leaves a gap", () => {
  const answers = [{ providers: ["twitch"] }];
  expect(ALL.map((provider) => answersOn(provider, [], answers))).toEqual([true, false, false]);
  expect(answersOn("twitch", ["kick"], answers)).toBe(false);
});
