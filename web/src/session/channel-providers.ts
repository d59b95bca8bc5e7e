import { queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { keys } from "../api/keys";
import type { ChannelProvider } from "../api/types";
import { FetchJournal } from "../lib/fetch-journal";
import { applyMessage, type ProviderMessage } from "./provider-messages";

const journals = new Map<string, FetchJournal<ProviderMessage>>();

/** The journal that records live messages about a channel's platforms during a fetch. */
export function journalOf(channelId: string): FetchJournal<ProviderMessage> {
  const journal = journals.get(channelId) ?? new FetchJournal<ProviderMessage>();
  journals.set(channelId, journal);
  return journal;
}

export function channelProvidersQuery(channelId: string) {
  const path = { channel_id: channelId };
  return queryOptions({
    queryKey: keys.channelProviders(channelId),
    queryFn: (): Promise<ChannelProvider[]> =>
      journalOf(channelId).during(
        () => unwrap(api.GET("/api/2/channels/{channel_id}/providers", { params: { path } })),
        applyMessage,
      ),
  });
}

export function useChannelProviders(channelId: string): UseQueryResult<ChannelProvider[]> {
  return useQuery(channelProvidersQuery(channelId));
}

/** Why the connection to a platform fails or has stopped; null in any other state. */
export function connectionProblem({ connection: { state, detail } }: ChannelProvider): string | null {
  return state === "failing" || state === "stopped" ? detail : null;
}
