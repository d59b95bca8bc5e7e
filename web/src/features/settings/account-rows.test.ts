import { expect, test } from "vitest";
import type { Platform, UserProvider } from "../../api/types";
import { accountRows } from "./account-rows";

// Only the fields that the rows read.
const platform = (provider: string, flags: Partial<Platform["flags"]>) =>
  ({ provider, name: provider, flags, takesAccounts: true }) as Platform;
const account = (id: string, provider: string) => ({ id, provider, display_name: id }) as UserProvider;

const twitch = platform("twitch", { signinProvider: true, channelProvider: true });
const spotify = platform("spotify", { channelProvider: true });
const emotes = platform("7tv", {});

test("every platform that users can connect has one row, connected or not [U2 P3 P11]", () => {
  const rows = accountRows([twitch, spotify, emotes], [account("mira", "twitch")]);
  expect(rows.map(({ platform, account }) => [platform.provider, account?.id ?? null])).toEqual([
    ["twitch", "mira"],
    ["spotify", null],
  ]);
});

test("a second account on one platform has a separate row", () => {
  const rows = accountRows([twitch], [account("mira", "twitch"), account("mira_alt", "twitch")]);
  expect(rows.map(({ account }) => account?.id)).toEqual(["mira", "mira_alt"]);
});

test("a platform whose app is not set up has no row, even if channels can connect it by handle", () => {
  expect(accountRows([{ ...platform("tiktok", { channelProvider: true }), takesAccounts: false }], [])).toEqual([]);
});
