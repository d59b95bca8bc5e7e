import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { DraftBase } from "../../../ui/editor/drafts";
import { useSave } from "../../../ui/editor/use-save";
import { toast } from "../../../ui/toast/toast";
import type { Filter } from "../filter-types";
import { filters, termsQuery } from "../filters.queries";
import { toRows, toTerms } from "../terms/terms";
import { bodyOf, draftOf } from "./draft";
import type { FilterContents } from "./use-filter-sheet";

export function useSaveFilter(channelId: string, filterId: string | null) {
  const client = useQueryClient();
  return useSave({
    id: filterId,
    itemKey: (id) => filters.item(channelId, id).queryKey,
    listsKey: filters.listsKey(channelId),
    send: (contents: FilterContents, base) => send(channelId, filterId, contents, base),
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
  contents: FilterContents,
  base: DraftBase<FilterContents>,
): Promise<Filter> {
  // Unchanged terms are not sent again.
  const withTerms = contents.type === "banned_terms" && (filterId === null || contents.rows !== base.draft.rows);
  const body = bodyOf(contents, withTerms);
  if (filterId === null) return filters.create(channelId, body);
  return filters.save(channelId, filterId, body, base.version?.revision ?? null);
}

/** The rows of the stored terms; fetched again if the server has merged equal terms. */
async function storedRows(client: QueryClient, channelId: string, filter: Filter, { rows }: FilterContents) {
  const storedCount = "term_count" in filter ? filter.term_count : rows.length;
  if (storedCount === rows.length) return rows;
  const merged = rows.length - storedCount;
  toast.success("Saved", merged === 1 ? "1 duplicate term removed" : `${merged} duplicate terms removed`);
  return toRows(await client.fetchQuery({ ...termsQuery(channelId, filter.id), staleTime: 0 }));
}
