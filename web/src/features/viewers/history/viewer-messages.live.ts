import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ChatEvent } from "../../../api/chat";
import { topics } from "../../../live/topics";
import type { ViewerRef } from "../../../session/moderation-log";
import { type Card, linesJournal, viewerMessagesQuery } from "../viewers.queries";
import { applyEvents, type LinesPages } from "./viewer-message-pages";

/** Applies live chat events to the viewer's message list. */
export function useMessagesLive({ channelId }: Card, accounts: readonly ViewerRef[]): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = viewerMessagesQuery(channelId, accounts);
    const journal = linesJournal(channelId);
    return topics.subscribe<ChatEvent>(`${channelId}:chat`, {
      onEvents: (events) => {
        for (const event of events) journal.add(event);
        client.setQueryData<LinesPages>(queryKey, (data) => data && applyEvents(data, events, accounts));
      },
      onRefetch: () => void client.invalidateQueries({ queryKey }),
    });
  }, [client, channelId, accounts]);
}
