import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { components } from "../../api/schema";
import { applyLiveUpdate } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";

export type ChannelState = components["schemas"]["ChannelStateOut"];
type StateChange = Partial<ChannelState>;

const stateKey = (channelId: string) => ["channel-state", channelId];

const channelStateQuery = (channelId: string) =>
  queryOptions({
    queryKey: stateKey(channelId),
    queryFn: (): Promise<ChannelState> =>
      unwrap(api.GET("/api/2/channels/{channel_id}/state", { params: { path: { channel_id: channelId } } })),
  });

/** Whether the bot is muted and alerts are paused; fetched on first use. */
export function useChannelState(channelId: string | undefined): ChannelState | undefined {
  return useQuery({ ...channelStateQuery(channelId ?? ""), enabled: channelId !== undefined }).data;
}

/** The channel state, updated live while the component is mounted. */
export function useLiveChannelState(channelId: string): ChannelState | undefined {
  useChannelTopic(channelId, { topic: "state", queryKey: stateKey, merge });
  return useChannelState(channelId);
}

function merge(client: QueryClient, channelId: string, events: readonly ChannelState[]) {
  const last = events.at(-1);
  if (!last) return;
  const { bot_muted, alerts_paused } = last;
  const { queryKey } = channelStateQuery(channelId);
  applyLiveUpdate(client, queryKey, () => client.setQueryData(queryKey, { bot_muted, alerts_paused }));
}

/** Mutes or unmutes the bot, or pauses or resumes alerts. */
export function useChangeState(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: StateChange) =>
      unwrap(api.PATCH("/api/2/channels/{channel_id}/state", { params: { path: { channel_id: channelId } }, body })),
    onSuccess: (state) => client.setQueryData(channelStateQuery(channelId).queryKey, state),
  });
}
