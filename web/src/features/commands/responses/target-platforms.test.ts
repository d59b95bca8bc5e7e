import { expect, test } from "vitest";
import type { Provider } from "../../../api/platforms";
import { respondsOn, targetPlatforms } from "./target-platforms";

const ALL: Provider[] = ["twitch", "youtube", "kick"];

test("a response is previewed on the platforms of both the command and the response", () => {
  expect([
    targetPlatforms([], []),
    targetPlatforms(["twitch"], []),
    targetPlatforms(["twitch", "kick"], ["kick", "youtube"]),
  ]).toEqual([[], ["twitch"], ["kick"]]);
});

test("a command responds only on its own platforms, and there only where it has a response", () => {
  const responses = [{ providers: ["twitch"] }];
  expect(ALL.map((provider) => respondsOn(provider, [], responses))).toEqual([true, false, false]);
  expect(respondsOn("twitch", ["kick"], responses)).toBe(false);
});
