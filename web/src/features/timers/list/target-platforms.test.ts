import { expect, test } from "vitest";
import type { Provider } from "../timer-types";
import { postsTo } from "./target-platforms";

const TWITCH: Provider[] = ["twitch"];

test("a timer posts to a platform only if an enabled message is for the platform", () => {
  const messages = [
    { providers: TWITCH, enabled: true },
    { providers: [], enabled: false },
  ];
  expect([postsTo("twitch", messages), postsTo("kick", messages)]).toEqual([true, false]);
});
