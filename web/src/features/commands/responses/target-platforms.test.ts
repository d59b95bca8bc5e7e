import { expect, test } from "vitest";
import type { Provider } from "../../../api/platforms";
import { answersOn, goesTo } from "./target-platforms";

const ALL: Provider[] = ["twitch", "youtube", "kick"];

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
