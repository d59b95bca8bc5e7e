import type { Platform, UserProvider } from "../../api/types";

export interface AccountRow {
  platform: Platform;
  account: UserProvider | null;
}

/** One row per platform that people can connect, or one per account where somebody has several there. */
export function accountRows(platforms: readonly Platform[], accounts: readonly UserProvider[]): AccountRow[] {
  return platforms.filter(isForPeople).flatMap((platform): AccountRow[] => {
    const own = accounts.filter(({ provider }) => provider === platform.provider);
    return own.length === 0 ? [{ platform, account: null }] : own.map((account) => ({ platform, account }));
  });
}

// Where a channel is only named, the account behind it can still be somebody's own.
function isForPeople({ flags, takesAccounts }: Platform): boolean {
  return takesAccounts && (flags.signinProvider || flags.channelProvider);
}
