import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { channelResource } from "../../api/channel-resource";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { nextCursor } from "../../api/pages";
import { toast } from "../../ui/toast/toast";
import type { Draw, EntryStatus, GiveawayDetails, GiveawayRules } from "./giveaway-types";

const GIVEAWAYS = "/api/2/channels/{channel_id}/giveaways";
const GIVEAWAY = "/api/2/channels/{channel_id}/giveaways/{giveaway_id}";
const NO_CURSOR: string | null = null;

export const giveaways = channelResource(GIVEAWAYS, "giveaway");
export const { list: giveawaysQuery, item: giveawayQuery, listsKey: listKey } = giveaways;

export function useGiveaways(channelId: string) {
  return useQuery(giveawaysQuery(channelId));
}

function entriesQuery(channelId: string, giveawayId: string, status: EntryStatus, q: string) {
  return infiniteQueryOptions({
    queryKey: [...entriesKey(channelId, giveawayId), status, q],
    queryFn: ({ pageParam, signal }) => {
      const params = { path: pathOf(channelId, giveawayId), query: { status, q, cursor: pageParam } };
      return unwrap(api.GET(`${GIVEAWAY}/entries`, { params, signal }));
    },
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function entriesKey(channelId: string, giveawayId: string) {
  return [...keys.giveaways(channelId), "entries", giveawayId];
}

export function useEntries(channelId: string, giveawayId: string, status: EntryStatus, q: string) {
  return useInfiniteQuery({
    ...entriesQuery(channelId, giveawayId, status, q),
    select: ({ pages }) => ({ records: pages.flatMap(({ records }) => records), total: pages[0]?.total ?? 0 }),
  });
}

const DEFAULTS = "/api/2/channels/{channel_id}/giveaway-defaults";

/** The rules that a new giveaway begins with. */
export function defaultsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.giveaways(channelId), "defaults"],
    queryFn: (): Promise<GiveawayRules> => unwrap(api.GET(DEFAULTS, { params: { path: { channel_id: channelId } } })),
  });
}

export function useSaveDefaults(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: GiveawayRules) =>
      unwrap(api.PUT(DEFAULTS, { params: { path: { channel_id: channelId } }, body })),
    onSuccess: (saved) => {
      client.setQueryData(defaultsQuery(channelId).queryKey, saved);
      toast.success("New giveaways begin with these rules");
    },
  });
}

export type Step = "open" | "pause" | "close" | "draw" | "archive";

/** Opens, pauses, closes, draws or archives a giveaway, and caches the giveaway from the response. */
export function useStep(channelId: string, giveawayId: string) {
  return useChange(channelId, giveawayId, (step: Step) => takeStep(step, pathOf(channelId, giveawayId)));
}

function takeStep(step: Step, path: { channel_id: string; giveaway_id: string }): Promise<GiveawayDetails> {
  const params = { path };
  switch (step) {
    case "open":
      return unwrap(api.POST(`${GIVEAWAY}/open`, { params }));
    case "pause":
      return unwrap(api.POST(`${GIVEAWAY}/pause`, { params }));
    case "close":
      return unwrap(api.POST(`${GIVEAWAY}/close`, { params }));
    case "draw":
      return unwrap(api.POST(`${GIVEAWAY}/draw`, { params }));
    case "archive":
      return unwrap(api.POST(`${GIVEAWAY}/archive`, { params }));
  }
}

export function useRedraw(channelId: string, giveawayId: string) {
  return useChange(channelId, giveawayId, (draw: Draw) => {
    const path = { ...pathOf(channelId, giveawayId), draw_id: draw.id };
    const query = { seen: draw.status };
    return unwrap(api.POST(`${GIVEAWAY}/draws/{draw_id}/redraw`, { params: { path, query } }));
  });
}

export function useConfirm(channelId: string, giveawayId: string) {
  return useChange(channelId, giveawayId, (drawId: string) => {
    const path = { ...pathOf(channelId, giveawayId), draw_id: drawId };
    return unwrap(api.POST(`${GIVEAWAY}/draws/{draw_id}/confirm`, { params: { path } }));
  });
}

function useChange<Value>(
  channelId: string,
  giveawayId: string,
  mutationFn: (value: Value) => Promise<GiveawayDetails>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (details) => client.setQueryData(giveawayQuery(channelId, giveawayId).queryKey, details),
    onSettled: () => client.invalidateQueries({ queryKey: listKey(channelId) }),
  });
}

function pathOf(channelId: string, giveawayId: string) {
  return { channel_id: channelId, giveaway_id: giveawayId };
}
