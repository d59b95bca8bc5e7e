import { describe, expect, test } from "vitest";
import { isSaidOn, toggleProvider } from "./providers";
import type { Provider } from "./timer-types";

const ALL: Provider[] = ["twitch", "youtube", "kick"];

describe("where a message is said", () => {
  test("none named means all, also after the last one came back", () => {
    expect(toggleProvider(ALL, [], "youtube")).toEqual(["twitch", "kick"]);
    expect(toggleProvider(ALL, ["twitch", "kick"], "youtube")).toEqual([]);
  });

  test("the last one cannot be taken away", () => {
    expect(toggleProvider(ALL, ["kick"], "kick")).toEqual(["kick"]);
  });

  test("a platform counts only where a message that is on is for it", () => {
    const messages = [
      { providers: ALL.slice(0, 1), enabled: true },
      { providers: [], enabled: false },
    ];
    expect([isSaidOn("twitch", messages), isSaidOn("kick", messages)]).toEqual([true, false]);
  });
});
