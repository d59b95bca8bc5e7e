import { expect, test } from "vitest";
import { hasConnectionId } from "./connection-id";

test.each(["#user_provider_id=1", "#channel_provider_id=1", "#system_bot_provider=twitch"])(
  "%s says what was connected [T4]",
  (hash) => {
    expect(hasConnectionId(hash)).toBe(true);
  },
);

test.each(["", "#", "#user_provider_id=", "#else=1"])("%j does not say what was connected", (hash) => {
  expect(hasConnectionId(hash)).toBe(false);
});
