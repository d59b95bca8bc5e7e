import type { PublicStream } from "../../api/types";

type Account = Pick<PublicStream, "provider" | "provider_channel_id" | "provider_channel_name">;

/** Path of an account's public watch page, with the account's name or, without a name, its id. */
export function watchPath({ provider, provider_channel_id, provider_channel_name }: Account): string {
  const name = encodeURIComponent(provider_channel_name || provider_channel_id);
  // YouTube handles start with "@", which should stay readable.
  return `/watch/${provider}/${name.replaceAll("%40", "@")}`;
}

/** The account of a watch page: the last with this name (upper or lower case), else the last with this id. */
export function findAccount<Each extends Account>(
  accounts: readonly Each[],
  provider: string,
  name: string,
): Each | undefined {
  const onPlatform = accounts.filter((account) => account.provider === provider);
  const needle = name.toLowerCase();
  return (
    onPlatform.findLast((account) => account.provider_channel_name.toLowerCase() === needle) ??
    onPlatform.findLast((account) => account.provider_channel_id === name)
  );
}
