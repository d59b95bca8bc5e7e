import { afterEach, expect, test } from "vitest";
import { covers, inlinedPlatforms, platformName, toggleProvider } from "./platforms";

afterEach(() => {
  document.body.replaceChildren();
});

test("the platforms that the server embedded in the page are read [E8]", () => {
  const script = document.createElement("script");
  script.type = "application/json";
  script.id = "greenroom-platforms";
  script.textContent = '[{"provider":"twitch","name":"Twitch"}]';
  document.body.append(script);
  expect(inlinedPlatforms()).toEqual([{ provider: "twitch", name: "Twitch" }]);
});

test("for a page without embedded platforms the result is undefined", () => {
  expect(inlinedPlatforms()).toBeUndefined();
});

test("an unknown platform is named by its key", () => {
  expect(platformName([], "twitch")).toBe("twitch");
});

const ALL = ["twitch", "youtube", "kick"];

test("an empty list means all platforms, and the last platform cannot be removed", () => {
  expect(toggleProvider(ALL, [], "kick")).toEqual(["twitch", "youtube"]);
  expect(toggleProvider(ALL, ["twitch", "youtube"], "kick")).toEqual([]);
  expect(toggleProvider(ALL, ["twitch"], "twitch")).toEqual(["twitch"]);
  expect([covers([], "kick"), covers(["kick"], "kick"), covers(["twitch"], "kick")]).toEqual([true, true, false]);
});

test("a list to which a platform is added has the order of all platforms", () => {
  expect(toggleProvider(ALL, ["kick"], "twitch")).toEqual(["twitch", "kick"]);
});
