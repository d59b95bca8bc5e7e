import { useState } from "react";
import { canBanOn, canWarnOn } from "../../../api/capabilities";
import { usePlatforms } from "../../../api/platforms";
import { useModerate, useUnban, useWarn } from "../../../session/moderation";
import { type ModerationFields, useModerationFields } from "../../../ui/moderation/use-moderation-fields";
import type { Card, Viewer } from "../viewers.queries";

export interface ViewerModeration {
  /** Why time-outs and bans are not available; null if they are available. */
  lockedBecause: string | null;
  connectionId: string;
  select: (connectionId: string) => void;
  isBusy: boolean;
  /** Typed duration and reason; presets, shortcuts and bans send the reason too. */
  fields: ModerationFields;
  timeOut: (seconds: number) => void;
  ban: () => void;
  /** Undefined where the platform has no warnings. */
  warn: ((reason: string) => void) | undefined;
  unban: () => void;
}

/** Time-out, ban, warning and unban in the selected chat of the channel. */
export function useViewerModeration(card: Card, viewer: Viewer, openedFrom: string | undefined): ViewerModeration {
  const { channelId, provider, viewerId } = card;
  const { name } = viewer;
  const platform = usePlatforms().find(({ provider: key }) => key === provider);
  const [selected, select] = useState(openedFrom);
  const moderate = useModerate(channelId);
  const unban = useUnban(channelId);
  const warn = useWarn(channelId);
  const fields = useModerationFields();
  const connection = viewer.connections.find(({ id }) => id === selected) ?? viewer.connections[0];
  const lockedBecause = lockOf(platform && canBanOn(platform), connection !== undefined, platform?.name ?? provider);
  const inChat = { provider, viewerId, connectionId: connection?.id ?? "" };
  const isBusy = moderate.isPending || unban.isPending || warn.isPending;
  const canAct = lockedBecause === null && !isBusy;
  const act = (length: { seconds?: number }) => {
    const request = { ...inChat, name, reason: fields.reason.trim(), ...length };
    // The fields are cleared, so that the next action does not repeat the reason.
    if (canAct) moderate.mutate(request, { onSuccess: fields.clear });
  };
  return {
    lockedBecause,
    connectionId: inChat.connectionId,
    select,
    isBusy,
    fields,
    timeOut: (seconds) => act({ seconds }),
    ban: () => act({}),
    warn:
      platform && canWarnOn(platform)
        ? (reason) => canAct && warn.mutate({ ...inChat, name, reason }, { onSuccess: fields.clear })
        : undefined,
    unban: () => {
      if (canAct) unban.mutate(inChat);
    },
  };
}

function lockOf(support: ReturnType<typeof canBanOn> | undefined, isConnected: boolean, name: string) {
  if (support && !support.isSupported) return support.reason;
  return isConnected ? null : `${name} is no longer connected`;
}
