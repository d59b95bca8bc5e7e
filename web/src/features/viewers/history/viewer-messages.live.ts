import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ChatEvent } from "../../../api/chat";
import { topics } from "../../../live/topics";
import { type Card, linesJournal, viewerMessagesQuery } from "../viewers.queries";
import { type LinesPages, toldAll } from "./viewer-message-pages";

/** Somebody's messages as they come, go and come back: the moment that the chat itself shows it. */
export function useMessagesLive(card: Card): void {
  const client = useQueryClient();
  const { channelId, provider, viewerId } = card;
  useEffect(() => {
    const { queryKey } = viewerMessagesQuery({ channelId, provider, viewerId });
    const journal = linesJournal(channelId);
    return topics.subscribe<ChatEvent>(`${channelId}:chat`, {
      onEvents: (events) => {
        for (const event of events) journal.add(event);
        client.setQueryData<LinesPages>(queryKey, (data) => data && toldAll(data, events, { provider, viewerId }));
      },
      onRefetch: () => void client.invalidateQueries({ queryKey }),
    });
  }, [client, channelId, provider, viewerId]);
}
