import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Kept, Stored, Version } from "../../ui/editor/use-editor-form";
import { isConflict, versionOf } from "../../ui/editor/version";
import { bodyOf, draftOf } from "./draft";
import type { Quote, QuoteBody, QuoteDraft } from "./quote-types";
import { listsKey, quoteQuery } from "./quotes.queries";

/** Saves a quote and answers what the server made of it. */
export function useSaveQuote(channelId: string, quoteId: string | null) {
  const client = useQueryClient();
  return async (draft: QuoteDraft, base: Kept<QuoteDraft>): Promise<Stored<QuoteDraft>> => {
    const body = bodyOf(draft, base.draft);
    const quote = await send(channelId, quoteId, body, base.version).catch(async (error: unknown) => {
      // What is in the way must be known before somebody can choose.
      if (quoteId !== null && isConflict(error)) {
        await client.invalidateQueries({ queryKey: quoteQuery(channelId, quoteId).queryKey });
      }
      throw error;
    });
    client.setQueryData(quoteQuery(channelId, quote.id).queryKey, quote);
    void client.invalidateQueries({ queryKey: listsKey(channelId) });
    return { id: quote.id, draft: draftOf(quote), version: versionOf(quote) };
  };
}

function send(channelId: string, quoteId: string | null, body: QuoteBody, version: Version | null): Promise<Quote> {
  const path = { channel_id: channelId };
  if (quoteId === null) return unwrap(api.POST("/api/2/channels/{channel_id}/quotes", { params: { path }, body }));
  return unwrap(
    api.PUT("/api/2/channels/{channel_id}/quotes/{quote_id}", {
      params: { path: { ...path, quote_id: quoteId }, query: { revision: version?.revision ?? null } },
      body,
    }),
  );
}
