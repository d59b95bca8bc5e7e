import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../api/keys";
import type { ChannelProvider } from "../api/types";
import { openLiveSocket } from "../live/open-socket";
import type { LiveSocket } from "../live/socket";
import { channelProvidersQuery, journalOf } from "./channel-providers";
import { applyMessage, parseMessage } from "./provider-messages";

interface SharedSocket {
  socket: LiveSocket;
  subscriberCount: number;
}

const sockets = new Map<string, SharedSocket>();

/** Applies live changes to a channel's list of platforms; the sidebar and the screens share one socket per channel. */
export function useChannelProvidersLive(channelId: string): void {
  const client = useQueryClient();
  useEffect(() => subscribe(channelId, client), [channelId, client]);
}

function subscribe(channelId: string, client: QueryClient): () => void {
  const shared = sockets.get(channelId) ?? { socket: openSocket(channelId, client), subscriberCount: 0 };
  shared.subscriberCount += 1;
  sockets.set(channelId, shared);
  return () => {
    shared.subscriberCount -= 1;
    if (shared.subscriberCount > 0) return;
    sockets.delete(channelId);
    shared.socket.close();
  };
}

function openSocket(channelId: string, client: QueryClient): LiveSocket {
  return openLiveSocket(`/api/2/channels/${channelId}/providers-ws`, {
    onOpen: () => void client.invalidateQueries({ queryKey: keys.channelProviders(channelId) }),
    onMessage: (text) => receive(channelId, client, text),
    // Access was revoked or the channel deleted: refetching the channel shows which.
    onRefused: () => void client.invalidateQueries({ queryKey: keys.channel(channelId) }),
  });
}

function receive(channelId: string, client: QueryClient, text: string): void {
  const message = parseMessage(text);
  if (!message) return;
  journalOf(channelId).add(message);
  const { queryKey } = channelProvidersQuery(channelId);
  const wasLive = isAnyLive(client.getQueryData(queryKey));
  const list = client.setQueryData(queryKey, (before) => before && applyMessage(before, message));
  // The channel's live state is computed from its platforms.
  if (isAnyLive(list) !== wasLive) void client.invalidateQueries({ queryKey: keys.channel(channelId) });
}

function isAnyLive(list: readonly ChannelProvider[] | undefined): boolean {
  return list?.some(({ is_live: isLive }) => isLive) ?? false;
}
