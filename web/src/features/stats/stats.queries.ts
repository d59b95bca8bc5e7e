import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { messageOf } from "../../api/errors";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { nextCursor } from "../../api/pages";
import { saveFile } from "../../lib/save-file";
import { toast } from "../../ui/toast/toast";
import type { Stats, StreamDetail, StreamsPage } from "./stats-types";

const CHANNEL = "/api/2/channels/{channel_id}";
const NO_CURSOR: string | null = null;

export function streamsQuery(channelId: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.stats(channelId), "streams"],
    queryFn: ({ pageParam, signal }): Promise<StreamsPage> => {
      const params = { path: { channel_id: channelId }, query: { cursor: pageParam } };
      return unwrap(api.GET(`${CHANNEL}/streams`, { params, signal }));
    },
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
  });
}

export function streamQuery(channelId: string, streamId: string | null) {
  return queryOptions({
    queryKey: [...keys.stats(channelId), "stream", streamId],
    queryFn: ({ signal }): Promise<StreamDetail> => {
      const params = { path: { channel_id: channelId, stream_id: streamId ?? "" } };
      return unwrap(api.GET(`${CHANNEL}/streams/{stream_id}`, { params, signal }));
    },
    enabled: streamId !== null,
    // The shown stream stays visible while the next stream loads.
    placeholderData: keepPreviousData,
  });
}

/** The last `days` days up to today, in the channel's time zone. */
export interface Period {
  days: number;
}

export function statsQuery(channelId: string, period: Period) {
  return queryOptions({
    queryKey: [...keys.stats(channelId), "period", period],
    queryFn: ({ signal }): Promise<Stats> => {
      const params = { path: { channel_id: channelId }, query: period };
      return unwrap(api.GET(`${CHANNEL}/stats`, { params, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

export type StatsFile = { streamId: string } | { period: Period };

/** Downloads a CSV file, by a request with the access token, which a link cannot send. */
export function useStatsFile(channelId: string) {
  return useSingleMutation({
    mutationFn: async (file: StatsFile) => {
      try {
        const content = await fetchFile(channelId, file);
        if (content instanceof Blob) saveFile(content, "streamId" in file ? "stream.csv" : "streams.csv");
      } catch (error) {
        toast.error(messageOf(error));
      }
    },
  });
}

function fetchFile(channelId: string, file: StatsFile): Promise<unknown> {
  const parseAs = "blob";
  if ("streamId" in file) {
    const params = { path: { channel_id: channelId, stream_id: file.streamId } };
    return unwrap<unknown>(api.GET(`${CHANNEL}/streams/{stream_id}/csv`, { params, parseAs }));
  }
  const params = { path: { channel_id: channelId }, query: file.period };
  return unwrap<unknown>(api.GET(`${CHANNEL}/stats/csv`, { params, parseAs }));
}
