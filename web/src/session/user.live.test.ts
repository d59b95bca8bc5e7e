import { expect, test } from "vitest";
import { staleKeys } from "./user.live";

test("the query keys of each event are listed once", () => {
  const events = ["channels_changed", "user_providers_changed", "channels_changed"].map((event) => ({ event }));
  expect(staleKeys(events)).toEqual([["channels"], ["channel"], ["user-providers"]]);
});

test("an unknown event is ignored", () => {
  expect(staleKeys([{ event: "something_new" }])).toEqual([]);
});
