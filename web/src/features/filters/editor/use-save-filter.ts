import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { DraftBase } from "../../../ui/editor/drafts";
import { useSave } from "../../../ui/editor/use-saving";
import { toast } from "../../../ui/toast/toast";
import type { Filter } from "../filter-types";
import { filterQuery, filtersQuery, termsQuery } from "../filters.queries";
import { toRows, toTerms } from "../terms/terms";
import { bodyOf, draftOf } from "./draft";
import type { Contents } from "./use-filter-sheet";

/** Saves a filter with its terms in one step. */
export function useSaveFilter(channelId: string, filterId: string | null) {
  const client = useQueryClient();
  return useSave({
    id: filterId,
    one: (id) => filterQuery(channelId, id).queryKey,
    lists: filtersQuery(channelId).queryKey,
    send: (contents: Contents, base) => send(channelId, filterId, contents, base),
    draftOf: async (filter, contents) => {
      if (contents.type !== "banned_terms") return { ...draftOf(filter), rows: contents.rows };
      const rows = await storedRows(client, channelId, filter, contents);
      client.setQueryData(termsQuery(channelId, filter.id).queryKey, toTerms(rows));
      return { ...draftOf(filter), rows };
    },
  });
}

function send(
  channelId: string,
  filterId: string | null,
  contents: Contents,
  base: DraftBase<Contents>,
): Promise<Filter> {
  const path = { channel_id: channelId };
  // Terms that are as they were are not sent again.
  const isSent = contents.type === "banned_terms" && (filterId === null || contents.rows !== base.draft.rows);
  const body = bodyOf(contents, isSent);
  if (filterId === null) return unwrap(api.POST("/api/2/channels/{channel_id}/filters", { params: { path }, body }));
  return unwrap(
    api.PUT("/api/2/channels/{channel_id}/filters/{filter_id}", {
      params: { path: { ...path, filter_id: filterId }, query: { revision: base.version?.revision ?? null } },
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
  return toRows(await client.fetchQuery({ ...termsQuery(channelId, filter.id), staleTime: 0 }));
}
