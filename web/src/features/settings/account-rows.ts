import type { Platform, UserProvider } from "../../api/types";

export interface AccountRow {
  platform: Platform;
  account: UserProvider | null;
}

/** Rows for platforms that take user accounts, and for emote services; a second account has a row of its own. */
export function accountRows(platforms: readonly Platform[], accounts: readonly UserProvider[]): AccountRow[] {
  const listed = platforms.filter((platform) => hasUserAccounts(platform) || isEmoteService(platform));
  return listed.flatMap((platform): AccountRow[] => {
    const matching = accounts.filter(({ provider }) => provider === platform.provider);
    return matching.length === 0 ? [{ platform, account: null }] : matching.map((account) => ({ platform, account }));
  });
}

// Without a client id a platform takes no user accounts, even if channels can connect it by handle.
function hasUserAccounts({ flags, takesAccounts }: Platform): boolean {
  return takesAccounts && (flags.signinProvider || flags.channelProvider);
}

/** Whether the platform only provides emotes, as 7TV and BetterTTV do: it has no channels and all flags are false. */
export function isEmoteService({ flags, channelUrl }: Platform): boolean {
  return !channelUrl && !Object.values(flags).some(Boolean);
}

/** Whether the account was only used to sign in and has no permission to send messages. */
export function isSignInOnly({ platform, account }: AccountRow): boolean {
  return account !== null && platform.flags.chatWrite && !account.can_chat && !account.scope_needed;
}

export function accountFact(row: AccountRow): string {
  if (isEmoteService(row.platform)) return "Emotes for every channel, no account needed.";
  if (!row.account) return "Not connected";
  return isSignInOnly(row) ? `${row.account.display_name}, sign-in only` : row.account.display_name;
}
