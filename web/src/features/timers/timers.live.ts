import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { Timer, TimerLines } from "./timer-types";
import { openKey, timersQuery } from "./timers.queries";

/** What is said on the topic of a channel's timers; other types belong to a newer server. */
export type TimerEvent =
  | { type: "timers_changed" }
  | { type: "timer_ran"; timer: Timer }
  | { type: "chat_counted"; lines: readonly { connection_id: string; total: number }[] };

/** Keeps the list, the open editor and what a run came to current. */
export function useTimersLive(channelId: string): void {
  useChannelTopic<TimerEvent>(channelId, { topic: "timers", queryKey: keys.timers, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly TimerEvent[]): void {
  const queryKey = keys.timers(channelId);
  const counts = events.filter(({ type }) => type === "chat_counted");
  const others = events.filter(({ type }) => type !== "chat_counted");
  put(client, channelId, others);
  // What people write is told each second, and in all: it can lie on top of any answer.
  applyLiveUpdate(client, queryKey, () => put(client, channelId, counts));
  // An answer that is on its way may be older than a run that is told here: it is asked for again.
  const isStale = others.length > 0 && client.isFetching({ queryKey }) > 0;
  if (isStale || others.some(({ type }) => type === "timers_changed")) refetchLive(client, queryKey);
}

function put(client: QueryClient, channelId: string, events: readonly TimerEvent[]): void {
  client.setQueryData(timersQuery(channelId).queryKey, (list) => list && applyEvents(list, events));
  client.setQueriesData<Timer>({ queryKey: openKey(channelId) }, (timer) => timer && applyEvents([timer], events)[0]);
}

/** The timers as the events tell them; one that is not among them was deleted meanwhile. */
export function applyEvents(list: Timer[], events: readonly TimerEvent[]): Timer[] {
  return events.reduce(applyEvent, list);
}

function applyEvent(list: Timer[], event: TimerEvent): Timer[] {
  if (event.type === "timer_ran") return list.map((timer) => (timer.id === event.timer.id ? event.timer : timer));
  if (event.type !== "chat_counted") return list;
  const totals = new Map(event.lines.map(({ connection_id, total }) => [connection_id, total]));
  return list.map((timer) => ({ ...timer, chat_messages: timer.chat_messages.map((one) => counted(one, totals)) }));
}

/** A timer counts from where it last spoke: what is told in all is more by what was written since. */
function counted(one: TimerLines, totals: ReadonlyMap<string, number>): TimerLines {
  const total = Math.max(totals.get(one.connection_id) ?? 0, one.total);
  return { ...one, total, count: one.count + total - one.total };
}
