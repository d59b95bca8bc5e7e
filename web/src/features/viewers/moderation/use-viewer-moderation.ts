import { useState } from "react";
import { canSendOutOn } from "../../../api/capabilities";
import { usePlatforms } from "../../../api/platforms";
import { useSendOut, useUnban } from "../../../session/moderation";
import type { Card, Viewer } from "../viewers.queries";

export interface SendOutDesk {
  /** Why nobody can be sent out here; null when they can. */
  lock: string | null;
  connectionId: string;
  choose: (connectionId: string) => void;
  isBusy: boolean;
  timeOut: (seconds: number) => void;
  ban: () => void;
  unban: () => void;
}

/** Sending out and letting in again, in the chosen one of the channel's chats. */
export function useSendOutDesk(card: Card, viewer: Viewer, met: string | undefined): SendOutDesk {
  const { channelId, provider, viewerId } = card;
  const { name } = viewer;
  const platform = usePlatforms().find(({ provider: key }) => key === provider);
  const [chosen, choose] = useState(met);
  const sendOut = useSendOut(channelId);
  const unban = useUnban(channelId);
  const connection = viewer.connections.find(({ id }) => id === chosen) ?? viewer.connections[0];
  const lock = lockOf(platform && canSendOutOn(platform), connection !== undefined, platform?.name ?? provider);
  const inChat = { provider, viewerId, connectionId: connection?.id ?? "" };
  const isBusy = sendOut.isPending || unban.isPending;
  const isFree = lock === null && !isBusy;
  return {
    lock,
    connectionId: inChat.connectionId,
    choose,
    isBusy,
    timeOut: (seconds) => {
      if (isFree) sendOut.mutate({ ...inChat, name, seconds });
    },
    ban: () => {
      if (isFree) sendOut.mutate({ ...inChat, name });
    },
    unban: () => {
      if (isFree) unban.mutate(inChat);
    },
  };
}

function lockOf(ability: ReturnType<typeof canSendOutOn> | undefined, isConnected: boolean, name: string) {
  if (ability && !ability.isPossible) return ability.reason;
  return isConnected ? null : `${name} is not connected any more`;
}
