import type { Platform, UserProvider } from "../../api/types";

export interface AccountRow {
  platform: Platform;
  account: UserProvider | null;
}

/** One row per platform, or per account if there are several. */
export function accountRows(platforms: readonly Platform[], accounts: readonly UserProvider[]): AccountRow[] {
  return platforms.filter(hasUserAccounts).flatMap((platform): AccountRow[] => {
    const own = accounts.filter(({ provider }) => provider === platform.provider);
    return own.length === 0 ? [{ platform, account: null }] : own.map((account) => ({ platform, account }));
  });
}

// Platforms connected by handle can still have an own account.
function hasUserAccounts({ flags, takesAccounts }: Platform): boolean {
  return takesAccounts && (flags.signinProvider || flags.channelProvider);
}
