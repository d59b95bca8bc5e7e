import {
  queryOptions,
  skipToken,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { isReadable, usePlatforms } from "../../../api/platforms";
import type { Backtest, FilterBody, TestResult } from "../filter-types";

/** The filter in the form, with its unsaved changes. */
export interface Rules {
  channelId: string;
  filterId: string | null;
  filter: FilterBody;
}

/** Whether two versions of a filter differ in more than the name. */
export function rulesDiffer(before: Rules, after: Rules): boolean {
  const withoutName = (rules: Rules) => JSON.stringify({ ...rules, filter: { ...rules.filter, name: "" } });
  return before !== after && withoutName(before) !== withoutName(after);
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
    // Live progress, even the end of the backtest, may arrive before this response, and is newer than the response.
    onSuccess: (started, { rules }) => {
      const { queryKey } = backtestQuery(rules.channelId, started.id);
      client.setQueryData(queryKey, (live) => live ?? started);
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

/** Tests one message against the rules; the caller shows errors. */
export function useMessageTest(rules: Rules, text: string): UseQueryResult<TestResult> {
  const { channelId, filterId, filter } = rules;
  const readable = usePlatforms().find(isReadable);
  const provider = filter.providers[0] ?? readable?.provider;
  // A filter for first messages is tested with a first message.
  const body = { filter, filter_id: filterId, text, level: 0, is_first: filter.type === "first_message_link" };
  const params = { path: { channel_id: channelId } };
  return useQuery({
    queryKey: [...keys.filters(channelId), "test", body, provider],
    queryFn:
      provider === undefined
        ? skipToken
        : (): Promise<TestResult> =>
            unwrap(api.POST("/api/2/channels/{channel_id}/filters/test", { params, body: { ...body, provider } })),
    placeholderData: (before) => before,
    gcTime: 0,
    meta: { quiet: true },
  });
}
