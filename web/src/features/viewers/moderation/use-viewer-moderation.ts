import { useState } from "react";
import { canBanOn } from "../../../api/capabilities";
import { usePlatforms } from "../../../api/platforms";
import { useModerate, useUnban } from "../../../session/moderation";
import type { Card, Viewer } from "../viewers.queries";

export interface ViewerModeration {
  /** Why timeouts and bans are not available; null if they are. */
  lockedBecause: string | null;
  connectionId: string;
  select: (connectionId: string) => void;
  isBusy: boolean;
  timeOut: (seconds: number) => void;
  ban: () => void;
  unban: () => void;
}

/** Timeout, ban and unban in the selected chat of the channel. */
export function useViewerModeration(card: Card, viewer: Viewer, openedFrom: string | undefined): ViewerModeration {
  const { channelId, provider, viewerId } = card;
  const { name } = viewer;
  const platform = usePlatforms().find(({ provider: key }) => key === provider);
  const [selected, select] = useState(openedFrom);
  const moderate = useModerate(channelId);
  const unban = useUnban(channelId);
  const connection = viewer.connections.find(({ id }) => id === selected) ?? viewer.connections[0];
  const lockedBecause = lockOf(platform && canBanOn(platform), connection !== undefined, platform?.name ?? provider);
  const inChat = { provider, viewerId, connectionId: connection?.id ?? "" };
  const isBusy = moderate.isPending || unban.isPending;
  const canAct = lockedBecause === null && !isBusy;
  return {
    lockedBecause,
    connectionId: inChat.connectionId,
    select,
    isBusy,
    timeOut: (seconds) => {
      if (canAct) moderate.mutate({ ...inChat, name, seconds });
    },
    ban: () => {
      if (canAct) moderate.mutate({ ...inChat, name });
    },
    unban: () => {
      if (canAct) unban.mutate(inChat);
    },
  };
}

function lockOf(support: ReturnType<typeof canBanOn> | undefined, isConnected: boolean, name: string) {
  if (support && !support.isSupported) return support.reason;
  return isConnected ? null : `${name} is no longer connected`;
}
