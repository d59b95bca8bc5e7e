import { afterEach, expect, test } from "vitest";
import { inlinedPlatforms, platformName } from "./platforms";

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
