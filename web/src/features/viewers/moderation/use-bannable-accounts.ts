import { canBanOn } from "../../../api/capabilities";
import { usePlatforms } from "../../../api/platforms";
import type { Account, Viewer } from "../viewers.queries";

export interface BannableAccounts {
  bannable: Account[];
  /** Accounts on platforms on which Greenroom cannot ban. */
  notBannable: Account[];
}

/** A viewer's own account and linked accounts, split by whether the platform supports bans. */
export function useBannableAccounts(viewer: Viewer): BannableAccounts {
  const platforms = usePlatforms();
  const accounts = [viewer, ...viewer.accounts];
  const canBan = ({ provider: key }: Account) => {
    const platform = platforms.find(({ provider }) => provider === key);
    return platform !== undefined && canBanOn(platform).isSupported;
  };
  return { bannable: accounts.filter(canBan), notBannable: accounts.filter((account) => !canBan(account)) };
}
