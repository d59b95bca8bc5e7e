import { useState } from "react";
import type { Platform, UserProvider } from "../../../api/types";
import { can, useChannel } from "../../../session/channel";
import { useCurrentUser } from "../../../session/current-user";
import { useUserProviders } from "../../../session/user-providers";
import classes from "./chat-as-me.module.css";

/** Whether the platform has a writable chat in which none of the user's accounts can write yet. */
export function offersChatAsMe({ flags, provider }: Platform, accounts: readonly UserProvider[]): boolean {
  return flags.chatWrite && !accounts.some((account) => account.provider === provider && account.can_chat);
}

/** The choice "Also chat as …", for Owners; `label` is null if it is not offered. */
export function useChatAsMe(channelId: string, platform: Platform) {
  const { data: channel } = useChannel(channelId);
  const { data: user } = useCurrentUser();
  const { data: accounts } = useUserProviders();
  const [isTicked, setIsTicked] = useState(true);
  const own = accounts?.find(({ provider }) => provider === platform.provider);
  const isOwner = can(channel, "channel.delete");
  const isOffered = isOwner && accounts !== undefined && offersChatAsMe(platform, accounts);
  const name = own?.display_name ?? user?.display_name;
  const label = isOffered && name !== undefined ? `Also chat as ${name}` : null;
  return { label, isTicked: label !== null && isTicked, setIsTicked };
}

export function ChatAsMe({ label, isTicked, setIsTicked }: ReturnType<typeof useChatAsMe>) {
  if (label === null) return null;
  return (
    <label className={classes["choice"]}>
      <input type="checkbox" checked={isTicked} onChange={(event) => setIsTicked(event.currentTarget.checked)} />
      <bdi>{label}</bdi>
    </label>
  );
}
