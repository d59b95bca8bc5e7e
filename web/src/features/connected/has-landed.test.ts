import { expect, test } from "vitest";
import { hasConnectionId } from "./has-landed";

test.each(["#user_provider_id=1", "#channel_provider_id=1", "#system_bot_provider=twitch"])(
  "%s carries a new connection [T4]",
  (hash) => {
    expect(hasConnectionId(hash)).toBe(true);
  },
);

test.each(["", "#", "#user_provider_id=", "#else=1"])("%j was typed by hand", (hash) => {
  expect(hasConnectionId(hash)).toBe(false);
});
