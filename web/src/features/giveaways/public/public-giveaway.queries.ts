import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { isInaccessible } from "../../../api/errors";
import { keys } from "../../../api/keys";
import type { PublicGiveaway } from "../giveaway-types";
import { verify } from "./verify";

const GIVEAWAY = "/api/2/channels/{channel_id}/public-giveaways/{giveaway_id}";
const REFETCH_MS = 10_000;

export function publicDataPath(channelId: string, giveawayId: string) {
  return `/api/2/channels/${channelId}/public-giveaways/${giveawayId}`;
}

/** The public data of a giveaway; refetched every ten seconds until the giveaway is archived. */
export function usePublicGiveaway(channelId: string, giveawayId: string) {
  const params = { path: { channel_id: channelId, giveaway_id: giveawayId } };
  return useQuery({
    ...queryOptions({
      queryKey: keys.publicGiveaway(giveawayId),
      queryFn: (): Promise<PublicGiveaway> => unwrap(api.GET(GIVEAWAY, { params })),
      meta: { quiet: isInaccessible },
    }),
    refetchInterval: ({ state: { data } }) => (data?.state === "archived" ? false : REFETCH_MS),
  });
}

/** Verifies the draws in this browser once the seed is published, and again after each new draw. */
export function useVerification(channelId: string, giveaway: PublicGiveaway) {
  const { id, draws } = giveaway;
  const canVerify = globalThis.crypto?.subtle !== undefined;
  return useQuery({
    queryKey: [...keys.publicGiveaway(id), "verification", draws.length],
    queryFn: async () => {
      const params = { path: { channel_id: channelId, giveaway_id: id } };
      const list = await unwrap(api.GET(`${GIVEAWAY}/entries`, { params, parseAs: "arrayBuffer" }));
      return verify(giveaway, list as ArrayBuffer);
    },
    enabled: canVerify && giveaway.seed !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
