import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../api/keys";
import { topics } from "../live/topics";

type UserEvent = { event: string };

// Keys of the queries to refetch after an event, by the name of the event.
const STALE_AFTER: Record<string, readonly (readonly string[])[]> = {
  user_changed: [keys.user],
  notices_changed: [keys.user],
  user_providers_changed: [keys.userProviders],
  channels_changed: [keys.channels, ["channel"]],
  channel_deletions_changed: [["channel-deletions"]],
  settings_changed: [keys.userSettings],
  sessions_changed: [keys.userSessions],
  api_tokens_changed: [keys.apiTokens],
};

/** Refetches the signed-in user's data when it changes. */
export function useUserLive(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const handlers = {
      onEvents: (events: readonly UserEvent[]) => refresh(client, staleKeys(events)),
      onRefetch: () => refresh(client, Object.values(STALE_AFTER).flat()),
    };
    const unsubscribe = topics.subscribe<UserEvent>(`user:${userId}`, handlers);
    const unsubscribeNotices = topics.subscribe<UserEvent>("notices", {
      ...handlers,
      onRefetch: () => refresh(client, [keys.user]),
    });
    return () => {
      unsubscribe();
      unsubscribeNotices();
    };
  }, [client, userId]);
}

/** The query keys that these events make stale; a repeated event adds its keys once. */
export function staleKeys(events: readonly UserEvent[]): (readonly string[])[] {
  return [...new Set(events.map(({ event }) => event))].flatMap((event) => STALE_AFTER[event] ?? []);
}

function refresh(client: QueryClient, stale: readonly (readonly string[])[]): void {
  for (const queryKey of stale) void client.invalidateQueries({ queryKey });
}
