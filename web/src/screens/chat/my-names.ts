import { useMemo } from "react";
import type { ChannelProvider, User, UserProvider } from "../../api/types";
import { nameSet } from "../../features/chat/chat-labels";

type NamedAccount = Pick<UserProvider, "login" | "display_name">;

/** The names by which viewers may mention the channel or the user. */
export function myNames(
  providers: readonly ChannelProvider[],
  accounts: readonly NamedAccount[],
  user: Pick<User, "username" | "display_name"> | undefined,
): ReadonlySet<string> {
  const ofChannel = providers.flatMap((account) => [account.display_name, account.provider_channel_name]);
  const ofUser = accounts.flatMap((account) => [account.login, account.display_name]);
  return nameSet([...ofChannel, ...ofUser, user?.username, user?.display_name]);
}

/** Like `myNames`, but the same set until a name changes: a new set would render every row again. */
export function useMyNames(...sources: Parameters<typeof myNames>): ReadonlySet<string> {
  const names = [...myNames(...sources)].join("\n");
  return useMemo(() => new Set(names ? names.split("\n") : []), [names]);
}
