import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { Timer, TimerLines } from "./timer-types";
import { openKey, timersQuery } from "./timers.queries";

/** What is said on the topic of a channel's timers; other types belong to a newer server. */
export type TimerNews =
  | { type: "timers_changed" }
  | { type: "timer_ran"; timer: Timer }
  | { type: "chat_counted"; lines: readonly { connection_id: string; total: number }[] };

/** Keeps the list, the open editor and what a run came to current. */
export function useTimersLive(channelId: string): void {
  useChannelTopic<TimerNews>(channelId, { topic: "timers", queryKey: keys.timers, merge });
}

function merge(client: QueryClient, channelId: string, events: readonly TimerNews[]): void {
  const queryKey = keys.timers(channelId);
  // An answer that is on its way may be older than what is told here: it is asked for again.
  const isStale = client.isFetching({ queryKey }) > 0 || events.some(({ type }) => type === "timers_changed");
  client.setQueryData(timersQuery(channelId).queryKey, (list) => list && withNews(list, events));
  client.setQueriesData<Timer>({ queryKey: openKey(channelId) }, (timer) => timer && withNews([timer], events)[0]);
  if (isStale) void client.invalidateQueries({ queryKey });
}

/** The timers as the events tell them; one that is not among them was deleted meanwhile. */
export function withNews(list: Timer[], events: readonly TimerNews[]): Timer[] {
  return events.reduce(withOne, list);
}

function withOne(list: Timer[], event: TimerNews): Timer[] {
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
