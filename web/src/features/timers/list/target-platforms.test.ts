import { expect, test } from "vitest";
import type { Provider } from "../timer-types";
import { postsTo } from "./target-platforms";

const TWITCH: Provider[] = ["twitch"];

test("a platform counts only where a message that is on is for it", () => {
  const messages = [
    { providers: TWITCH, enabled: true },
    { providers: [], enabled: false },
  ];
  expect([postsTo("twitch", messages), postsTo("kick", messages)]).toEqual([true, false]);
});
