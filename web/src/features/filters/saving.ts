import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Kept, Stored, Version } from "../../ui/editor/use-editor-form";
import { isConflict, versionOf } from "../../ui/editor/version";
import { toast } from "../../ui/toast";
import { bodyOf, draftOf } from "./draft";
import type { Filter, FilterBody } from "./filter-types";
import { filterQuery, filtersQuery, termsQuery } from "./filters.queries";
import { asRows, asTerms } from "./terms";
import type { Contents } from "./use-filter-sheet";

/** Saves a filter with its terms in one step and answers what the server made of it. */
export function useSaveFilter(channelId: string, filterId: string | null) {
  const client = useQueryClient();
  return async (contents: Contents, base: Kept<Contents>): Promise<Stored<Contents>> => {
    const hasTerms = contents.type === "banned_terms";
    // Terms that are as they were are not sent again.
    const isSent = hasTerms && (filterId === null || contents.rows !== base.draft.rows);
    const body = bodyOf(contents, isSent);
    const filter = await send(channelId, filterId, body, base.version).catch(async (error: unknown) => {
      if (filterId !== null && isConflict(error)) await askAgain(client, channelId, filterId);
      throw error;
    });
    const rows = isSent ? await storedRows(client, channelId, filter, contents) : contents.rows;
    client.setQueryData(filterQuery(channelId, filter.id).queryKey, filter);
    if (hasTerms) client.setQueryData(termsQuery(channelId, filter.id).queryKey, asTerms(rows));
    void client.invalidateQueries({ queryKey: filtersQuery(channelId).queryKey });
    return { id: filter.id, draft: { ...draftOf(filter), rows }, version: versionOf(filter) };
  };
}

/** What is in the way must be known before somebody can choose. */
async function askAgain(client: QueryClient, channelId: string, filterId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: filterQuery(channelId, filterId).queryKey }),
    client.invalidateQueries({ queryKey: termsQuery(channelId, filterId).queryKey }),
  ]);
}

function send(channelId: string, filterId: string | null, body: FilterBody, version: Version | null): Promise<Filter> {
  const path = { channel_id: channelId };
  if (filterId === null) return unwrap(api.POST("/api/2/channels/{channel_id}/filters", { params: { path }, body }));
  return unwrap(
    api.PUT("/api/2/channels/{channel_id}/filters/{filter_id}", {
      params: { path: { ...path, filter_id: filterId }, query: { revision: version?.revision ?? null } },
      body,
    }),
  );
}

/** What is kept: the server merges terms that mean the same, and then its list is the one to show. */
async function storedRows(client: QueryClient, channelId: string, filter: Filter, { rows }: Contents) {
  const kept = "term_count" in filter ? filter.term_count : rows.length;
  if (kept === rows.length) return rows;
  const merged = rows.length - kept;
  toast.success("Saved", `${merged === 1 ? "One term was" : `${merged} terms were`} the same as others: kept once.`);
  return asRows(await client.fetchQuery({ ...termsQuery(channelId, filter.id), staleTime: 0 }));
}
