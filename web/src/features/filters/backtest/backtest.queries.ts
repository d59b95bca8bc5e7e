import { queryOptions, type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import type { Backtest, FilterBody, TestResult } from "../filter-types";

/** The rules as they stand on the screen, saved or not. */
export interface Rules {
  channelId: string;
  filterId: string | null;
  filter: FilterBody;
}

/** Another name catches nobody else. */
export function rulesDiffer(one: Rules, other: Rules): boolean {
  const caught = (rules: Rules) => JSON.stringify({ ...rules, filter: { ...rules.filter, name: "" } });
  return one !== other && caught(one) !== caught(other);
}

const BACKTESTS = "/api/2/channels/{channel_id}/filters/backtests";

export function backtestQuery(channelId: string, id: string) {
  return queryOptions({
    queryKey: [...keys.filters(channelId), "backtest", id],
    queryFn: (): Promise<Backtest> =>
      unwrap(api.GET(`${BACKTESTS}/{backtest_id}`, { params: { path: { channel_id: channelId, backtest_id: id } } })),
    meta: { quiet: true },
  });
}

export function useBacktest(channelId: string, id: string): UseQueryResult<Backtest> {
  return useQuery(backtestQuery(channelId, id));
}

export function useStartBacktest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ rules: { channelId, filterId, filter }, hours }: { rules: Rules; hours: number }) =>
      unwrap(
        api.POST(BACKTESTS, {
          params: { path: { channel_id: channelId } },
          body: { filter, filter_id: filterId, hours },
        }),
      ),
    // Progress, and even the end, may be told before the answer is here: what is known then is asked for once more.
    onSuccess: (started, { rules }) => {
      const { queryKey } = backtestQuery(rules.channelId, started.id);
      client.setQueryData(queryKey, (told) => told ?? started);
      void client.invalidateQueries({ queryKey });
    },
    meta: { quiet: true },
  });
}

export function useCancelBacktest(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(
        api.DELETE(`${BACKTESTS}/{backtest_id}`, { params: { path: { channel_id: channelId, backtest_id: id } } }),
      ),
    onSuccess: (_nothing, id) => client.invalidateQueries({ queryKey: backtestQuery(channelId, id).queryKey }),
  });
}

/** One sentence against the rules; what it says is shown where it was asked, failures too. */
export function useMessageTest(rules: Rules, text: string): UseQueryResult<TestResult> {
  const { channelId, filterId, filter } = rules;
  const body = {
    filter,
    filter_id: filterId,
    text,
    provider: filter.providers[0] ?? ("twitch" as const),
    level: 0,
    // Whoever makes a filter for first messages means this sentence to be one.
    is_first: filter.type === "first_message_link",
  };
  return useQuery({
    queryKey: [...keys.filters(channelId), "test", body],
    queryFn: (): Promise<TestResult> =>
      unwrap(
        api.POST("/api/2/channels/{channel_id}/filters/test", { params: { path: { channel_id: channelId } }, body }),
      ),
    placeholderData: (before) => before,
    gcTime: 0,
    meta: { quiet: true },
  });
}
