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

const ADS_PATH = "/api/2/channels/{channel_id}/stream-info/{channel_provider_id}/ads";
const adsKey = (channelId: string) => ["ads", channelId];
const lastAdKey = (channelId: string, connectionId: string) => [...adsKey(channelId), "running", connectionId];
const paramsOf = (channelId: string, connectionId: string) => ({
  params: { path: { channel_id: channelId, channel_provider_id: connectionId } },
});
// The schedule is polled, because Twitch does not report its changes.
const SCHEDULE_INTERVAL_MS = 60_000;

/** The schedule of ads; errors make no toast, because the ad box shows them. */
export function useAdSchedule(channelId: string, connectionId: string) {
  return useQuery(
    queryOptions({
      queryKey: [...adsKey(channelId), "schedule", connectionId],
      queryFn: (): Promise<AdSchedule> => unwrap(api.GET(ADS_PATH, paramsOf(channelId, connectionId))),
      refetchInterval: SCHEDULE_INTERVAL_MS,
      meta: { quiet: true },
    }),
  );
}

/** The last ad: updated live, so that all staff see its countdown, and stored for a page reload. */
export function useLastAd(channelId: string, connectionId: string): Ad | undefined {
  useChannelTopic(channelId, { topic: "stream", queryKey: adsKey, merge });
  const initialData = () => rememberedAd(connectionId);
  return useQuery<Ad>({ queryKey: lastAdKey(channelId, connectionId), queryFn: skipToken, initialData }).data;
}

function merge(client: QueryClient, channelId: string, events: readonly AdStarted[]) {
  for (const { connection_id: connectionId, ad } of events) {
    const key = lastAdKey(channelId, connectionId);
    const shown = withDetails(client.getQueryData<Ad>(key), ad);
    client.setQueryData(key, shown);
    rememberAd(connectionId, shown);
  }
  void client.invalidateQueries({ queryKey: [...adsKey(channelId), "schedule"] });
}

const MAX_START_DIFFERENCE_MS = 15_000;

/** The known ad if the report is of the same ad and has fewer details; else the reported ad. */
export function withDetails(known: Ad | undefined, reported: Ad): Ad {
  if (!known || reported.next_possible_at !== null) return reported;
  const isSame = Math.abs(Date.parse(known.started_at) - Date.parse(reported.started_at)) < MAX_START_DIFFERENCE_MS;
  return isSame ? known : reported;
}

export function useRunAd(channelId: string, connectionId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (seconds: AdSeconds) =>
      unwrap(api.POST(ADS_PATH, { ...paramsOf(channelId, connectionId), body: { seconds } })),
    onSuccess: (ad) => {
      client.setQueryData(lastAdKey(channelId, connectionId), ad);
      rememberAd(connectionId, ad);
      return client.invalidateQueries({ queryKey: [...adsKey(channelId), "schedule"] });
    },
    // The ad box shows errors.
    meta: { quiet: true },
  });
}

export function useSnoozeAd(channelId: string, connectionId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${ADS_PATH}/snooze`, paramsOf(channelId, connectionId))),
    onSuccess: (schedule) => client.setQueryData([...adsKey(channelId), "schedule", connectionId], schedule),
  });
}
