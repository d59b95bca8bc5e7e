import { expect, test } from "vitest";
import { provider } from "../../api/test-provider";
import { myNames } from "./my-names";

test("whoever calls the streamer or the person at the screen means them, by the name shown and by the login", () => {
  const streamer = provider("t", { display_name: "Juniper Vale", provider_channel_name: "junoplays" });
  const names = myNames([streamer], [{ display_name: "花森ハナ" }], { username: "hanamori", display_name: "Hana" });
  expect([...names]).toEqual(expect.arrayContaining(["juniper vale", "junoplays", "花森ハナ", "hanamori"]));
});

test("before it is known who sits here, the streamer is called all the same", () => {
  expect(myNames([provider("t", { display_name: "Juniper" })], [], undefined).has("juniper")).toBe(true);
});
