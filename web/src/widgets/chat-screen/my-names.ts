import { useMemo } from "react";
import type { ChannelProvider, User, UserProvider } from "../../api/types";
import { namesOf } from "../../features/chat/chat-labels";

type Named = Pick<UserProvider, "login" | "display_name">;

/** Whoever calls the streamer or the person at the screen means them; a login is what people type behind an @. */
export function myNames(
  providers: readonly ChannelProvider[],
  accounts: readonly Named[],
  user: Pick<User, "username" | "display_name"> | undefined,
): ReadonlySet<string> {
  const ofChannel = providers.flatMap((account) => [account.display_name, account.provider_channel_name]);
  const own = accounts.flatMap((account) => [account.login, account.display_name]);
  return namesOf([...ofChannel, ...own, user?.username, user?.display_name]);
}

/** The same set for as long as the names are the same: connections tell news every few seconds, and each row would be drawn again. */
export function useMyNames(...known: Parameters<typeof myNames>): ReadonlySet<string> {
  const names = [...myNames(...known)].join("\n");
  return useMemo(() => new Set(names ? names.split("\n") : []), [names]);
}
