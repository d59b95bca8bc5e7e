import { expect, test } from "vitest";
import { areaOf } from "./shell-area";

test.each([
  ["/", "home"],
  ["/channels", "home"],
  ["/welcome", "home"],
  ["/channels/7", "channel"],
  ["/channels/7/providers", "channel"],
  ["/admin", "admin"],
  ["/admin/channels", "admin"],
  ["/administration", "home"],
  ["/user-provider-connected", null],
  ["/channel-provider-connected", null],
  ["/popout/channels/7/viewers/twitch/48291", null],
  ["/watch/twitch/juniper", null],
  ["/channels/7/watch-guide", "channel"],
])("%s belongs to the shell %s", (path, area) => {
  expect(areaOf(path)).toBe(area);
});
