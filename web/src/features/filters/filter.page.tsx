import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo } from "react";
import { Navigate, useParams, useSearchParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { versionOf } from "../../ui/editor/version";
import { draftOf, newDraft } from "./editor/draft";
import { FilterEditor } from "./editor/filter-editor";
import { filterQuery, termsQuery, useFilterTypes } from "./filters.queries";
import { toRows } from "./terms/terms";

export function FilterPage() {
  const { channelId = "", filterId = "" } = useParams();
  const [query] = useSearchParams();
  if (filterId !== "new") return <SavedFilter key={filterId} channelId={channelId} filterId={filterId} />;
  const type = query.get("type");
  // A new filter needs a type, which is chosen in a dialog of the list.
  if (type === null) return <Navigate to={`/channels/${channelId}/chat-filters`} replace />;
  return <NewFilter key={type} channelId={channelId} type={type} />;
}

function NewFilter({ channelId, type }: { channelId: string; type: string }) {
  const types = useFilterTypes(channelId);
  const channel = useChannel(channelId).data;
  const info = types.data?.find((each) => each.type === type);
  const saved = useMemo(() => info && { draft: { ...newDraft(info), rows: [] }, version: null }, [info]);
  if (info && saved)
    return (
      <FilterEditor
        channelId={channelId}
        type={info}
        filterId={null}
        saved={saved}
        canManage={can(channel, "filters.manage")}
      />
    );
  if (types.data) return <Navigate to={`/channels/${channelId}/chat-filters`} replace />;
  return <FilterPlaceholder channelId={channelId} query={types} />;
}

function SavedFilter({ channelId, filterId }: { channelId: string; filterId: string }) {
  const filter = useQuery(filterQuery(channelId, filterId));
  const types = useFilterTypes(channelId);
  const type = types.data?.find((each) => each.type === filter.data?.type);
  const hasTerms = filter.data?.type === "banned_terms";
  const terms = useQuery({ ...termsQuery(channelId, filterId), enabled: hasTerms });
  const channel = useChannel(channelId).data;
  const saved = useMemo(() => {
    if (!filter.data || (hasTerms && !terms.data)) return null;
    return { draft: { ...draftOf(filter.data), rows: toRows(terms.data ?? []) }, version: versionOf(filter.data) };
  }, [filter.data, hasTerms, terms.data]);
  const failed = [filter, terms, types].find(({ error }) => error !== null) ?? filter;
  if (saved && type)
    return (
      <FilterEditor
        channelId={channelId}
        type={type}
        filterId={filterId}
        saved={saved}
        isDeleted={isInaccessible(failed.error)}
        canManage={can(channel, "filters.manage")}
      />
    );
  return <FilterPlaceholder channelId={channelId} query={failed} />;
}

type FilterPlaceholderProps = Pick<ComponentProps<typeof EditorPlaceholder>, "query"> & { channelId: string };

function FilterPlaceholder({ channelId, query }: FilterPlaceholderProps) {
  const list = `/channels/${channelId}/chat-filters`;
  return <EditorPlaceholder item="filter" title="Chat Filters" list={list} query={query} width="wide" />;
}
