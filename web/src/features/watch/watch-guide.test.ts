import { expect, test } from "vitest";
import { provider } from "../../api/test-provider";
import type { Platform } from "../../api/types";
import { pagesOf } from "./watch-guide.page";

// Has only the fields that `pagesOf` reads.
const platform = (name: string, stream = true) => ({ provider: name, flags: { stream } }) as Platform;

test("each account on a streaming platform has a page, in the order of the platforms, oldest account first", () => {
  const platforms = [platform("twitch"), platform("spotify", false), platform("kick"), platform("tiktok")];
  const accounts = [
    provider("new", { provider: "twitch" }),
    provider("k", { provider: "kick" }),
    provider("s", { provider: "spotify" }),
    provider("removed", { provider: "elsewhere" }),
    provider("old", { provider: "twitch" }),
  ];
  expect(pagesOf(platforms, accounts).map(({ account }) => account.id)).toEqual(["old", "new", "k"]);
});
