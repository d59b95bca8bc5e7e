import { expect, test } from "vitest";
import type { Platform, UserProvider } from "../../api/types";
import { accountFact, accountRows, isEmoteService, isSignInOnly } from "./account-rows";

// Only the fields that the rows read.
const platform = (provider: string, flags: Partial<Platform["flags"]>) =>
  ({ provider, name: provider, flags, takesAccounts: true }) as Platform;
const account = (id: string, provider: string) => ({ id, provider, display_name: id }) as UserProvider;

const twitch = platform("twitch", { signinProvider: true, channelProvider: true });
const spotify = platform("spotify", { channelProvider: true });
const emotes = platform("7tv", {});

test("every platform that users can connect and every emote service has a row [U2 P3 P11]", () => {
  const rows = accountRows([twitch, spotify, emotes], [account("mira", "twitch")]);
  expect(rows.map(({ platform, account }) => [platform.provider, account?.id ?? null])).toEqual([
    ["twitch", "mira"],
    ["spotify", null],
    ["7tv", null],
  ]);
});

test("the row of an emote service says that it provides emotes and needs no account", () => {
  const [row] = accountRows([emotes], []);
  expect(row && [isEmoteService(row.platform), accountFact(row)]).toEqual([
    true,
    "Emotes for every channel, no account needed.",
  ]);
  expect([twitch, spotify].map(isEmoteService)).toEqual([false, false]);
});

test("a second account on one platform has a separate row", () => {
  const rows = accountRows([twitch], [account("mira", "twitch"), account("mira_alt", "twitch")]);
  expect(rows.map(({ account }) => account?.id)).toEqual(["mira", "mira_alt"]);
});

test("a platform without a client id has no row, even if channels can connect it by handle", () => {
  const channelUrl = "https://example.com/{provider_channel_name}";
  const tiktok = { ...platform("tiktok", { channelProvider: true }), channelUrl, takesAccounts: false };
  const youtube = { ...platform("youtube", {}), channelUrl, takesAccounts: false };
  expect(accountRows([tiktok, youtube], [])).toEqual([]);
});

test("an account that was only used to sign in is labelled “sign-in only”", () => {
  const writable = { provider: "twitch", flags: { chatWrite: true } } as Platform;
  const row = (canChat: boolean, scopeNeeded: boolean) => ({
    platform: writable,
    account: { display_name: "Juniper", can_chat: canChat, scope_needed: scopeNeeded } as UserProvider,
  });
  expect([row(false, false), row(true, false), row(false, true)].map(isSignInOnly)).toEqual([true, false, false]);
  expect([row(false, false), row(true, false)].map(accountFact)).toEqual(["Juniper, sign-in only", "Juniper"]);
  expect(accountFact({ platform: writable, account: null })).toBe("Not connected");
});
