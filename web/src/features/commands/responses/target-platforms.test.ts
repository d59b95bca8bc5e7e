import { expect, test } from "vitest";
import type { Provider } from "../../../api/platforms";
import { respondsOn, targetPlatforms } from "./target-platforms";

const ALL: Provider[] = ["twitch", "youtube", "kick"];

test("an answer goes where both the command and the answer are for", () => {
  expect([
    targetPlatforms([], []),
    targetPlatforms(["twitch"], []),
    targetPlatforms(["twitch", "kick"], ["kick", "youtube"]),
  ]).toEqual([[], ["twitch"], ["kick"]]);
});

test("a platform without an answer leaves a gap", () => {
  const answers = [{ providers: ["twitch"] }];
  expect(ALL.map((provider) => respondsOn(provider, [], answers))).toEqual([true, false, false]);
  expect(respondsOn("twitch", ["kick"], answers)).toBe(false);
});
