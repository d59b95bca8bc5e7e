import { expect, test } from "vitest";
import type { Platform, UserProvider } from "../../api/types";
import { accountRows } from "./account-rows";

// Rows look at these members only; the rest of a descriptor would say nothing here.
const platform = (provider: string, flags: Partial<Platform["flags"]>, registration = "oauth") =>
  ({ provider, name: provider, flags, registration }) as Platform;
const account = (id: string, provider: string) => ({ id, provider, display_name: id }) as UserProvider;

const twitch = platform("twitch", { signinProvider: true, chatWrite: true });
const kick = platform("kick", { chatWrite: true });
const later = platform("youtube", {});
const tiktok = platform("tiktok", { chatWrite: true }, "handle");

test("every platform that people can connect has one row, connected or not [U2]", () => {
  const rows = accountRows([twitch, kick, later, tiktok], [account("mira", "twitch")]);
  expect(rows.map(({ platform, account }) => [platform.provider, account?.id ?? null])).toEqual([
    ["twitch", "mira"],
    ["kick", null],
  ]);
});

test("a second account of one platform has a row of its own", () => {
  const rows = accountRows([twitch], [account("mira", "twitch"), account("mira_alt", "twitch")]);
  expect(rows.map(({ account }) => account?.id)).toEqual(["mira", "mira_alt"]);
});
