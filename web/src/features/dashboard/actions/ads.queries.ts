import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { components } from "../../../api/schema";
import { useChannelTopic } from "../../../live/use-channel-topic";
import { rememberAd, rememberedAd } from "./remembered-ad";

type AdStarted = components["schemas"]["AdStarted"];
export type Ad = components["schemas"]["AdOut"];
export type AdSchedule = components["schemas"]["AdScheduleOut"];
export type AdSeconds = components["schemas"]["AdIn"]["seconds"];

const URL = "/api/2/channels/{channel_id}/stream-info/{channel_provider_id}/ads";
const adsKey = (channelId: string) => ["ads", channelId];
const runningKey = (channelId: string, connectionId: string) => [...adsKey(channelId), "running", connectionId];
const paramsOf = (channelId: string, connectionId: string) => ({
  params: { path: { channel_id: channelId, channel_provider_id: connectionId } },
});
// Twitch reports no changes of its schedule.
const REFETCH_MS = 60_000;

/** When the next ad is due; the box shows an error itself. */
export function useAdSchedule(channelId: string, connectionId: string) {
  return useQuery(
    queryOptions({
      queryKey: [...adsKey(channelId), "schedule", connectionId],
      queryFn: (): Promise<AdSchedule> => unwrap(api.GET(URL, paramsOf(channelId, connectionId))),
      refetchInterval: REFETCH_MS,
      meta: { quiet: true },
    }),
  );
}

/** The last ad; live, so that every member of staff sees its countdown, and remembered when the page is reloaded. */
export function useRunningAd(channelId: string, connectionId: string): Ad | undefined {
  useChannelTopic(channelId, { topic: "stream", queryKey: adsKey, merge });
  const initialData = () => rememberedAd(connectionId);
  return useQuery<Ad>({ queryKey: runningKey(channelId, connectionId), queryFn: skipToken, initialData }).data;
}

function merge(client: QueryClient, channelId: string, events: readonly AdStarted[]) {
  for (const { connection_id: connectionId, ad } of events) {
    const key = runningKey(channelId, connectionId);
    const shown = withDetails(client.getQueryData<Ad>(key), ad);
    client.setQueryData(key, shown);
    rememberAd(connectionId, shown);
  }
  void client.invalidateQueries({ queryKey: [...adsKey(channelId), "schedule"] });
}

const SAME_AD_MS = 15_000;

/** Twitch also reports an ad that was run from here, but without the details of its response, which are kept. */
export function withDetails(known: Ad | undefined, reported: Ad): Ad {
  if (!known || reported.next_possible_at !== null) return reported;
  const isSame = Math.abs(Date.parse(known.started_at) - Date.parse(reported.started_at)) < SAME_AD_MS;
  return isSame ? known : reported;
}

export function useRunAd(channelId: string, connectionId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (seconds: AdSeconds) =>
      unwrap(api.POST(URL, { ...paramsOf(channelId, connectionId), body: { seconds } })),
    onSuccess: (ad) => {
      client.setQueryData(runningKey(channelId, connectionId), ad);
      rememberAd(connectionId, ad);
      return client.invalidateQueries({ queryKey: [...adsKey(channelId), "schedule"] });
    },
    // Shown beside the button.
    meta: { quiet: true },
  });
}

export function useSnoozeAd(channelId: string, connectionId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${URL}/snooze`, paramsOf(channelId, connectionId))),
    onSuccess: (schedule) => client.setQueryData([...adsKey(channelId), "schedule", connectionId], schedule),
  });
}
