import type { PublicStream } from "../../api/types";

type Account = Pick<PublicStream, "provider" | "provider_channel_id" | "provider_channel_name">;

/** Where everybody can watch an account: under its name, or under its id where the platform gives it no name. */
export function watchPath({ provider, provider_channel_id, provider_channel_name }: Account): string {
  const name = encodeURIComponent(provider_channel_name || provider_channel_id);
  // YouTube's names begin with it, and people read this address.
  return `/watch/${provider}/${name.replaceAll("%40", "@")}`;
}

/** The one that an address speaks of: by its name in any case, or by its id. */
export function findAccount<Each extends Account>(
  accounts: readonly Each[],
  provider: string,
  name: string,
): Each | undefined {
  const there = accounts.filter((account) => account.provider === provider);
  const wanted = name.toLowerCase();
  return (
    there.findLast((account) => account.provider_channel_name.toLowerCase() === wanted) ??
    there.findLast((account) => account.provider_channel_id === name)
  );
}
