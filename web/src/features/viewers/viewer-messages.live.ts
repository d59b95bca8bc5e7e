import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ChatEvent } from "../../api/chat";
import { topics } from "../../live/topics";
import { type Card, viewerMessagesQuery } from "./viewers.queries";

// However fast they write, or however much is cleared: the list is fetched at most this often.
const AT_MOST_EVERY_MS = 1_000;

/** Fetches somebody's messages again soon after one of them came, went or came back. */
export function useMessagesLive(card: Card): void {
  const client = useQueryClient();
  const { channelId, provider, viewerId } = card;
  useEffect(() => {
    const { queryKey } = viewerMessagesQuery({ channelId, provider, viewerId });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey });
      }, AT_MOST_EVERY_MS);
    };
    const leave = topics.subscribe<ChatEvent>(`${channelId}:chat`, {
      onEvents: (events) => {
        if (events.some((event) => mayTouch(event, provider, viewerId))) soon();
      },
      onRefetch: soon,
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [client, channelId, provider, viewerId]);
}

/** Removals name lines, not always people: then it may have been one of theirs. */
export function mayTouch(event: ChatEvent, provider: string, viewerId: string): boolean {
  switch (event.type) {
    case "line":
      return event.line.provider === provider && event.line.author?.id === viewerId;
    case "swept":
      return event.author_id === "" || event.author_id === viewerId;
    case "removed":
    case "restored":
      return true;
    default:
      return false;
  }
}
