import type { QueryClient } from "@tanstack/react-query";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import { type Schemas, type Timer, type TimerLines, timers } from "./timers";

/** Live messages on a channel's timer topic. */
export type TimerEvent = Extract<Schemas[keyof Schemas], { type: "timers_changed" | "timer_ran" | "chat_counted" }>;

/** Applies live events to the list of timers and to the open timer. */
export function useTimersLive(channelId: string): void {
  useChannelTopic<TimerEvent>(channelId, { topic: "timers", queryKey: timers.key, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly TimerEvent[]): void {
  const queryKey = timers.key(channelId);
  const counts = events.filter(({ type }) => type === "chat_counted");
  const changes = events.filter(({ type }) => type !== "chat_counted");
  applyToCache(client, channelId, changes);
  // Counts are totals, so they can be applied on top of any response.
  applyLiveUpdate(client, queryKey, () => applyToCache(client, channelId, counts));
  // A response in flight may be older than these events, so it is fetched again.
  const isStale = changes.length > 0 && client.isFetching({ queryKey }) > 0;
  if (isStale || changes.some(({ type }) => type === "timers_changed")) refetchLive(client, queryKey);
}

function applyToCache(client: QueryClient, channelId: string, events: readonly TimerEvent[]): void {
  client.setQueryData(timers.list(channelId).queryKey, (list) => list && applyEvents(list, events));
  client.setQueriesData<Timer>(
    { queryKey: timers.itemsKey(channelId) },
    (timer) => timer && applyEvents([timer], events)[0],
  );
}

/** Applies events to the timers; events of deleted timers are ignored. */
export function applyEvents(list: Timer[], events: readonly TimerEvent[]): Timer[] {
  return events.reduce(applyEvent, list);
}

function applyEvent(list: Timer[], event: TimerEvent): Timer[] {
  if (event.type === "timer_ran") return list.map((timer) => (timer.id === event.timer.id ? event.timer : timer));
  if (event.type !== "chat_counted") return list;
  const totals = new Map(event.lines.map(({ connection_id, total }) => [connection_id, total]));
  return list.map((timer) => ({ ...timer, chat_messages: timer.chat_messages.map((row) => withTotal(row, totals)) }));
}

/** Raises the connection's total to a newer one, and the count since the timer's last run by the difference. */
function withTotal(lines: TimerLines, totals: ReadonlyMap<string, number>): TimerLines {
  const total = Math.max(totals.get(lines.connection_id) ?? 0, lines.total);
  return { ...lines, total, count: lines.count + total - lines.total };
}
