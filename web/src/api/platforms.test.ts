import { afterEach, expect, test } from "vitest";
import { inlinedPlatforms, isMeant, platformName, toggleProvider } from "./platforms";

afterEach(() => {
  document.body.replaceChildren();
});

test("descriptors in the page need no call [E8]", () => {
  const script = document.createElement("script");
  script.type = "application/json";
  script.id = "greenroom-platforms";
  script.textContent = '[{"provider":"twitch","name":"Twitch"}]';
  document.body.append(script);
  expect(inlinedPlatforms()).toEqual([{ provider: "twitch", name: "Twitch" }]);
});

test("a page without them leaves the call to be made", () => {
  expect(inlinedPlatforms()).toBeUndefined();
});

test("a platform that is no longer described keeps its key as name", () => {
  expect(platformName([], "twitch")).toBe("twitch");
});

const ALL = ["twitch", "youtube", "kick"];

test("none named means all of them, and the last one stays", () => {
  expect(toggleProvider(ALL, [], "kick")).toEqual(["twitch", "youtube"]);
  expect(toggleProvider(ALL, ["twitch", "youtube"], "kick")).toEqual([]);
  expect(toggleProvider(ALL, ["twitch"], "twitch")).toEqual(["twitch"]);
  expect([isMeant([], "kick"), isMeant(["kick"], "kick"), isMeant(["twitch"], "kick")]).toEqual([true, true, false]);
});

test("platforms keep their order, however they were pressed", () => {
  expect(toggleProvider(ALL, ["kick"], "twitch")).toEqual(["twitch", "kick"]);
});
