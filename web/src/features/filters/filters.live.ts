import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import { backtestQuery } from "./backtest/backtest.queries";
import type { Backtest, Filter, FilterEvent } from "./filter-types";
import { filtersQuery } from "./filters.queries";
import { hitsQuery, mergeHits } from "./hits/hits.queries";

/** Keeps the list of filters, their hit counts, recent hits and a running backtest up to date. */
export function useFiltersLive(channelId: string): void {
  useChannelTopic<FilterEvent>(channelId, { topic: "filters", queryKey: keys.filters, merge });
}

function merge(client: QueryClient, channelId: string, events: readonly FilterEvent[]): void {
  const { queryKey } = filtersQuery(channelId);
  applyLiveUpdate(client, queryKey, () => {
    client.setQueryData(queryKey, (list) => list && updateCounts(list, events));
  });
  addHits(client, channelId, events);
  for (const event of events) if (event.type === "backtest") updateBacktest(client, channelId, event.backtest);
  if (events.some(({ type }) => type === "filters_changed")) refetchLive(client, keys.filters(channelId));
}

/** Stores the progress from the event; the result is too large for an event and is fetched when the backtest ends. */
function updateBacktest(client: QueryClient, channelId: string, backtest: Backtest): void {
  const { queryKey } = backtestQuery(channelId, backtest.id);
  if (backtest.state === "running") client.setQueryData(queryKey, backtest);
  else void client.invalidateQueries({ queryKey });
}

function addHits(client: QueryClient, channelId: string, events: readonly FilterEvent[]): void {
  const hits = events.flatMap((event) => (event.type === "hit" ? [event.hit] : []));
  for (const filterId of new Set(hits.map((hit) => hit.filter_id))) {
    const added = hits.filter((hit) => hit.filter_id === filterId);
    const { queryKey } = hitsQuery(channelId, filterId);
    applyLiveUpdate(client, queryKey, () => {
      client.setQueryData(queryKey, (list) => list && mergeHits(list, added));
    });
  }
}

/** The list of filters with the hit counts of the events. */
export function updateCounts(list: Filter[], events: readonly FilterEvent[]): Filter[] {
  const counts = new Map(
    events.flatMap((event) => (event.type === "hit" ? [[event.filter_id, event.hits_today]] : [])),
  );
  if (counts.size === 0) return list;
  return list.map((filter) => ({ ...filter, hits_today: counts.get(filter.id) ?? filter.hits_today }));
}
