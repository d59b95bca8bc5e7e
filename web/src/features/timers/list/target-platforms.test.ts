import { expect, test } from "vitest";
import type { Provider } from "../timer-types";
import { postsTo } from "./target-platforms";

const TWITCH: Provider[] = ["twitch"];

test("only enabled messages count for a platform", () => {
  const messages = [
    { providers: TWITCH, enabled: true },
    { providers: [], enabled: false },
  ];
  expect([postsTo("twitch", messages), postsTo("kick", messages)]).toEqual([true, false]);
});
