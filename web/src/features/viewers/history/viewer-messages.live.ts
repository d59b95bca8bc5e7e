import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ChatEvent } from "../../../api/chat";
import { topics } from "../../../live/topics";
import { type Card, linesJournal, viewerMessagesQuery } from "../viewers.queries";
import { applyEvents, type LinesPages } from "./viewer-message-pages";

/** Applies live chat events to the viewer's message list. */
export function useMessagesLive(card: Card): void {
  const client = useQueryClient();
  const { channelId, provider, viewerId } = card;
  useEffect(() => {
    const { queryKey } = viewerMessagesQuery({ channelId, provider, viewerId });
    const journal = linesJournal(channelId);
    return topics.subscribe<ChatEvent>(`${channelId}:chat`, {
      onEvents: (events) => {
        for (const event of events) journal.add(event);
        client.setQueryData<LinesPages>(queryKey, (data) => data && applyEvents(data, events, { provider, viewerId }));
      },
      onRefetch: () => void client.invalidateQueries({ queryKey }),
    });
  }, [client, channelId, provider, viewerId]);
}
