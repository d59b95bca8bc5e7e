import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../../api/keys";
import { topics } from "../../live/topics";
import type { Timer } from "./timer-types";
import { timerQuery, timersQuery } from "./timers.queries";

/** What is said on the topic of a channel's timers; other types belong to a newer server. */
export type TimerNews = { type: "timers_changed" } | { type: "timer_ran"; timer: Timer };

/** Keeps the list, the open editor and what a run came to current. */
export function useTimersLive(channelId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      topics.subscribe<TimerNews>(`${channelId}:timers`, {
        onEvents: (events) => receive(client, channelId, events),
        onRefetch: () => void client.invalidateQueries({ queryKey: keys.timers(channelId) }),
        // Access was taken away or the channel is gone: the channel itself is asked again and says which.
        onDenied: () => void client.invalidateQueries({ queryKey: keys.channel(channelId) }),
      }),
    [client, channelId],
  );
}

function receive(client: QueryClient, channelId: string, events: readonly TimerNews[]): void {
  const queryKey = keys.timers(channelId);
  // An answer that is on its way may be older than what is told here: it is asked for again.
  const isStale = client.isFetching({ queryKey }) > 0 || events.some(({ type }) => type === "timers_changed");
  client.setQueryData(timersQuery(channelId).queryKey, (list) => list && withRuns(list, events));
  for (const event of events) {
    if (event.type !== "timer_ran") continue;
    client.setQueryData(timerQuery(channelId, event.timer.id).queryKey, (timer) => timer && event.timer);
  }
  if (isStale) void client.invalidateQueries({ queryKey });
}

/** The list with the runs that the events tell; a timer that is not in it was deleted meanwhile. */
export function withRuns(list: Timer[], events: readonly TimerNews[]): Timer[] {
  const ran = new Map(events.flatMap((event) => (event.type === "timer_ran" ? [[event.timer.id, event.timer]] : [])));
  return ran.size === 0 ? list : list.map((timer) => ran.get(timer.id) ?? timer);
}
