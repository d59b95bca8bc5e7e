import { canSendOutOn } from "../../../api/capabilities";
import { usePlatforms } from "../../../api/platforms";
import type { Account, Viewer } from "../viewers.queries";

export interface Bannable {
  bannable: Account[];
  /** Those on platforms that let nobody be banned from here. */
  others: Account[];
}

/** All accounts of one person, by whether their platform takes bans. */
export function useBannable(viewer: Viewer): Bannable {
  const platforms = usePlatforms();
  const accounts = [viewer, ...viewer.accounts];
  const takesBans = ({ provider: key }: Account) => {
    const platform = platforms.find(({ provider }) => provider === key);
    return platform !== undefined && canSendOutOn(platform).isPossible;
  };
  return { bannable: accounts.filter(takesBans), others: accounts.filter((account) => !takesBans(account)) };
}
