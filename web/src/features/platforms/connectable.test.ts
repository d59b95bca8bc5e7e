import { expect, test } from "vitest";
import { provider } from "../../api/test-provider";
import type { Platform } from "../../api/types";
import { isStreamPlatform, offeredPlatforms, platformEntries, platformOf } from "./connectable";

function platform(key: string, channelProvider = true): Platform {
  const unknown = platformOf([], key);
  return { ...unknown, flags: { ...unknown.flags, channelProvider } };
}

const names = (platforms: Platform[]) => platforms.map(({ provider: key }) => key);

test("only platforms that a channel can have are offered [E8 P3]", () => {
  expect(names(offeredPlatforms([platform("twitch"), platform("tiktok", false)], []))).toEqual(["twitch"]);
});

test("a connected platform is not offered again", () => {
  const platforms = [platform("twitch"), platform("kick")];
  expect(names(offeredPlatforms(platforms, [provider("a")]))).toEqual(["kick"]);
});

test("a platform that the installation lacks gets a descriptor without capabilities", () => {
  expect(platformOf([], "mixer")).toMatchObject({ name: "mixer", capabilities: [], flags: { ownBot: false } });
});

test("streaming platforms have cards, other platforms are integrations [P10 P11]", () => {
  const twitch = platform("twitch");
  const streaming = { ...twitch, flags: { ...twitch.flags, stream: true } };
  expect([streaming, platform("spotify")].map(isStreamPlatform)).toEqual([true, false]);
});

test("cards have the order of the platforms, not of the connections", () => {
  const streaming = (key: string) => {
    const described = platform(key);
    return { ...described, flags: { ...described.flags, stream: true } };
  };
  const platforms = ["twitch", "youtube", "kick", "tiktok"].map(streaming);
  const connected = [
    { ...provider("newer"), provider: "kick" },
    { ...provider("other"), provider: "twitch" },
    { ...provider("older"), provider: "kick" },
  ];
  const cards = platformEntries([...platforms, platform("spotify")], connected);
  expect(cards.map(({ platform: { provider: key }, account }) => account?.id ?? key)).toEqual([
    "other",
    "youtube",
    "newer",
    "older",
    "tiktok",
  ]);
});
