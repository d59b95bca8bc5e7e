import { api, unwrap } from "../../../api/client";
import { usePlatforms } from "../../../api/platforms";
import { useSave } from "../../../ui/editor/use-save";
import type { Quote, QuoteDraft } from "../quote-types";
import { listsKey, quoteQuery } from "../quotes.queries";
import { bodyOf, draftOf } from "./draft";

export function useSaveQuote(channelId: string, quoteId: string | null) {
  const path = { channel_id: channelId };
  const platforms = usePlatforms();
  return useSave({
    id: quoteId,
    itemKey: (id) => quoteQuery(channelId, id).queryKey,
    listsKey: listsKey(channelId),
    send: (draft: QuoteDraft, base): Promise<Quote> => {
      if (quoteId === null) {
        const body = bodyOf(draft, null);
        return unwrap(api.POST("/api/2/channels/{channel_id}/quotes", { params: { path }, body }));
      }
      return unwrap(
        api.PUT("/api/2/channels/{channel_id}/quotes/{quote_id}", {
          params: { path: { ...path, quote_id: quoteId }, query: { revision: base.version?.revision ?? null } },
          body: bodyOf(draft, base.draft),
        }),
      );
    },
    draftOf: (quote) => draftOf(quote, platforms),
  });
}
