import { describe, expect, test } from "vitest";
import { isPublicPath } from "./public-paths";

describe("public paths", () => {
  test.each([
    "/sign-in",
    "/sign-in/success",
    "/oauth/twitch",
    "/widget/w1",
    "/popout/channels/c1/chat",
    "/watch/twitch/juniper",
    "/c/c1/commands",
    "/c/c1/quotes",
    "/c/c1/leaderboard",
    "/c/c1/queues",
    "/c/c1/queues/q1",
    "/c/c1/giveaways/g1",
  ])("%s needs no session [T1 R5]", (path) => {
    expect(isPublicPath(path)).toBe(true);
  });

  test.each(["/", "/channels", "/sign-in-elsewhere", "/popout/channels/c1/activity-feed", "/admin", "/c/c1/timers"])(
    "%s needs a session [T1 A1]",
    (path) => {
      expect(isPublicPath(path)).toBe(false);
    },
  );
});
