import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { components } from "../../../api/schema";
import { applyLiveUpdate } from "../../../live/query-updates";
import { useChannelTopic } from "../../../live/use-channel-topic";
import { chatModesKey } from "../actions/quick-actions.queries";

export type Panic = components["schemas"]["PanicOut"];
type PanicChanged = components["schemas"]["PanicChanged"];

const PANIC_PATH = "/api/2/channels/{channel_id}/panic";
const panicKey = (channelId: string) => ["panic", channelId];
const paramsOf = (channelId: string) => ({ params: { path: { channel_id: channelId } } });

const panicQuery = (channelId: string) =>
  queryOptions({
    queryKey: panicKey(channelId),
    queryFn: (): Promise<Panic> => unwrap(api.GET(PANIC_PATH, paramsOf(channelId))),
  });

/** Whether panic is on, and its result in each chat; updated live. */
export function usePanic(channelId: string): Panic | undefined {
  useChannelTopic(channelId, { topic: "panic", queryKey: panicKey, merge });
  return useQuery(panicQuery(channelId)).data;
}

function merge(client: QueryClient, channelId: string, events: readonly PanicChanged[]) {
  const last = events.at(-1);
  if (!last) return;
  const { queryKey } = panicQuery(channelId);
  applyLiveUpdate(client, queryKey, () => client.setQueryData(queryKey, last.panic));
  void client.invalidateQueries({ queryKey: chatModesKey(channelId) });
}

/** Turns panic on, or turns it off and restores the previous state. */
export function useSetPanic(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (isOn: boolean) =>
      unwrap(isOn ? api.POST(PANIC_PATH, paramsOf(channelId)) : api.DELETE(PANIC_PATH, paramsOf(channelId))),
    onSuccess: (panic) => {
      client.setQueryData(panicQuery(channelId).queryKey, panic);
      return client.invalidateQueries({ queryKey: chatModesKey(channelId) });
    },
  });
}
