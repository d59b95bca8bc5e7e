import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { applyLiveUpdate, refetchLive } from "../../live/news";
import { useChannelTopic } from "../../live/use-channel-topic";
import { backtestQuery } from "./backtest/backtest.queries";
import type { Backtest, Filter, FilterHit } from "./filter-types";
import { filtersQuery } from "./filters.queries";
import { hitsQuery, mergeHits } from "./hits/hits.queries";

/** What is said on the topic of a channel's filters; other types belong to a newer server. */
export type FilterEvent =
  | { type: "filters_changed" }
  | { type: "hit"; filter_id: string; hits_today: number; hit: FilterHit }
  | { type: "backtest"; backtest: Backtest };

/** Keeps the list, its counts and a running backtest current. */
export function useFiltersLive(channelId: string): void {
  useChannelTopic<FilterEvent>(channelId, { topic: "filters", queryKey: keys.filters, merge });
}

function merge(client: QueryClient, channelId: string, events: readonly FilterEvent[]): void {
  const { queryKey } = filtersQuery(channelId);
  applyLiveUpdate(client, queryKey, () => {
    client.setQueryData(queryKey, (list) => list && updateCounts(list, events));
  });
  addHits(client, channelId, events);
  for (const event of events) if (event.type === "backtest") follow(client, channelId, event.backtest);
  if (events.some(({ type }) => type === "filters_changed")) refetchLive(client, keys.filters(channelId));
}

/** Progress is shown as it is told; the result is too large for that and is fetched when it is there. */
function follow(client: QueryClient, channelId: string, backtest: Backtest): void {
  const { queryKey } = backtestQuery(channelId, backtest.id);
  if (backtest.state === "running") client.setQueryData(queryKey, backtest);
  else void client.invalidateQueries({ queryKey });
}

/** Shows what was caught in the lists that are open. */
function addHits(client: QueryClient, channelId: string, events: readonly FilterEvent[]): void {
  const hits = events.flatMap((event) => (event.type === "hit" ? [event.hit] : []));
  for (const filterId of new Set(hits.map((hit) => hit.filter_id))) {
    const told = hits.filter((hit) => hit.filter_id === filterId);
    const { queryKey } = hitsQuery(channelId, filterId);
    applyLiveUpdate(client, queryKey, () => {
      client.setQueryData(queryKey, (list) => list && mergeHits(list, told));
    });
  }
}

/** The list with the counts that the events tell. */
export function updateCounts(list: Filter[], events: readonly FilterEvent[]): Filter[] {
  const counts = new Map(
    events.flatMap((event) => (event.type === "hit" ? [[event.filter_id, event.hits_today]] : [])),
  );
  if (counts.size === 0) return list;
  return list.map((filter) => ({ ...filter, hits_today: counts.get(filter.id) ?? filter.hits_today }));
}
