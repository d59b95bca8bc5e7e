import { expect, test } from "vitest";
import { staleKeys } from "./user.live";

test("each event makes its own lists stale, once", () => {
  const events = ["channels_changed", "user_providers_changed", "channels_changed"].map((event) => ({ event }));
  expect(staleKeys(events)).toEqual([["channels"], ["channel"], ["user-providers"]]);
});

test("an unknown event is ignored", () => {
  expect(staleKeys([{ event: "something_new" }])).toEqual([]);
});
