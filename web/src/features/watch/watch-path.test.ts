import { expect, test } from "vitest";
import { provider } from "../../api/test-provider";
import { stream } from "./test-stream";
import { findAccount, watchPath } from "./watch-path";

test.each([
  ["twitch", "junipervale", "48291", "/watch/twitch/junipervale"],
  ["youtube", "", "UC48291", "/watch/youtube/UC48291"],
  ["youtube", "@juniper.vale", "UC48291", "/watch/youtube/@juniper.vale"],
  ["kick", "a/b?c#d", "7", "/watch/kick/a%2Fb%3Fc%23d"],
])("the watch path on %s of an account with the name %j and the id %s is %s", (platform, name, id, path) => {
  const account = provider("p", { provider: platform, provider_channel_name: name, provider_channel_id: id });
  expect(watchPath(account)).toBe(path);
});

test("an account is found by name (upper or lower case), else by id, on its platform only", () => {
  const twitch = stream("juniper");
  const kick = stream("k", { provider: "kick", provider_channel_name: "juniper" });
  const withoutName = stream("y", { provider: "youtube", provider_channel_name: "", provider_channel_id: "UC1" });
  const all = [twitch, kick, withoutName];
  expect(findAccount(all, "twitch", "Juniper")).toBe(twitch);
  expect(findAccount(all, "kick", "juniper")).toBe(kick);
  expect(findAccount(all, "youtube", "UC1")).toBe(withoutName);
  expect(findAccount(all, "youtube", "juniper")).toBeUndefined();
});

test("a name match comes before an id match, a newer account before an older one", () => {
  const older = stream("a", { provider_channel_name: "night" });
  const newer = stream("b", { provider_channel_name: "night" });
  const byId = stream("c", { provider_channel_id: "night" });
  expect(findAccount([older, newer, byId], "twitch", "night")).toBe(newer);
});
