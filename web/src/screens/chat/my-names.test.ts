import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { provider } from "../../api/test-provider";
import { myNames, useMyNames } from "./my-names";

test("the names include display names and logins of channel and user", () => {
  const streamer = provider("t", { display_name: "Juniper Vale", provider_channel_name: "junoplays" });
  const account = { login: "hana_on_kick", display_name: "花森ハナ" };
  const names = myNames([streamer], [account], { username: "hanamori", display_name: "Hana" });
  const expected = ["juniper vale", "junoplays", "花森ハナ", "hana_on_kick", "hanamori"];
  expect([...names]).toEqual(expect.arrayContaining(expected));
});

test("the channel's names work before the user is loaded", () => {
  expect(myNames([provider("t", { display_name: "Juniper" })], [], undefined).has("juniper")).toBe(true);
});

test("an update of a connection keeps the same set of names, so that no row is rendered again", () => {
  const account = provider("t", { display_name: "Juniper", provider_channel_name: "junoplays" });
  const { result, rerender } = renderHook(({ providers }) => useMyNames(providers, [], undefined), {
    initialProps: { providers: [account] },
  });
  const before = result.current;
  rerender({ providers: [{ ...account }] });
  expect(result.current).toBe(before);
  rerender({ providers: [{ ...account, display_name: "Juniper Vale" }] });
  expect([...result.current]).toEqual(expect.arrayContaining(["juniper vale", "junoplays"]));
});
