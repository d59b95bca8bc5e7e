import { useMemo } from "react";
import type { ChannelProvider, User, UserProvider } from "../../api/types";
import { nameSet } from "../../features/chat/chat-labels";

type NamedAccount = Pick<UserProvider, "login" | "display_name">;

/** Names of the channel and of the user, as viewers mention them. */
export function myNames(
  providers: readonly ChannelProvider[],
  accounts: readonly NamedAccount[],
  user: Pick<User, "username" | "display_name"> | undefined,
): ReadonlySet<string> {
  const ofChannel = providers.flatMap((account) => [account.display_name, account.provider_channel_name]);
  const ofUser = accounts.flatMap((account) => [account.login, account.display_name]);
  return nameSet([...ofChannel, ...ofUser, user?.username, user?.display_name]);
}

/** Stable as long as the names are: connections change every few seconds, and a new set would rerender each row. */
export function useMyNames(...sources: Parameters<typeof myNames>): ReadonlySet<string> {
  const names = [...myNames(...sources)].join("\n");
  return useMemo(() => new Set(names ? names.split("\n") : []), [names]);
}
