import { api, unwrap } from "../../../api/client";
import { useSave } from "../../../ui/editor/use-save";
import type { GiveawayDetails, GiveawayDraft } from "../giveaway-types";
import { giveawayQuery, listKey } from "../giveaways.queries";
import { bodyOf, draftOf } from "./draft";

const GIVEAWAY = "/api/2/channels/{channel_id}/giveaways/{giveaway_id}";

export function useSaveGiveaway(channelId: string, stored: GiveawayDetails | null) {
  const path = { channel_id: channelId };
  return useSave({
    id: stored?.id ?? null,
    itemKey: (id) => giveawayQuery(channelId, id).queryKey,
    listsKey: listKey(channelId),
    send: async (draft: GiveawayDraft, base): Promise<GiveawayDetails> => {
      const body = bodyOf(draft, stored);
      if (stored === null) {
        const created = await unwrap(api.POST("/api/2/channels/{channel_id}/giveaways", { params: { path }, body }));
        return { ...created, draws: [], minutes: [] };
      }
      const params = { path: { ...path, giveaway_id: stored.id } };
      const query = { revision: base.version?.revision ?? null };
      const saved = await unwrap(api.PUT(GIVEAWAY, { params: { ...params, query }, body }));
      return { ...stored, ...saved };
    },
    draftOf,
  });
}
