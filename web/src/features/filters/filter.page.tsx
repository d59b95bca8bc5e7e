import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link, Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import { can, isGone, useChannel } from "../../session/channel";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { draftOf, newDraft } from "./draft";
import classes from "./editor.module.css";
import { FilterEditor } from "./filter-editor";
import type { FilterType } from "./filter-types";
import { isFilterType, WORDS } from "./filter-words";
import { filterQuery, termsQuery, useFilterTypes } from "./filters.queries";
import { versionOf } from "./saving";
import { asRows } from "./terms";

export function FilterPage() {
  const { channelId = "", filterId = "" } = useParams();
  const [query] = useSearchParams();
  if (filterId !== "new") return <SavedFilter key={filterId} channelId={channelId} filterId={filterId} />;
  const type = query.get("type");
  // Without a type there is nothing to edit: the list offers all of them.
  if (!isFilterType(type)) return <Navigate to={`/channels/${channelId}/chat-filters`} replace />;
  return <NewFilter key={type} channelId={channelId} type={type} />;
}

function NewFilter({ channelId, type }: { channelId: string; type: FilterType }) {
  const { data, error, refetch, isFetching } = useFilterTypes(channelId);
  const channel = useChannel(channelId).data;
  const info = data?.find((each) => each.type === type);
  const saved = useMemo(
    () => info && { draft: newDraft(info, WORDS[type].name), rows: [], version: null },
    [info, type],
  );
  if (saved)
    return (
      <FilterEditor channelId={channelId} filterId={null} saved={saved} canManage={can(channel, "filters.manage")} />
    );
  return (
    <Waiting channelId={channelId}>
      {error ? <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
    </Waiting>
  );
}

function SavedFilter({ channelId, filterId }: { channelId: string; filterId: string }) {
  const filter = useQuery(filterQuery(channelId, filterId));
  const hasTerms = filter.data?.type === "banned_terms";
  const terms = useQuery({ ...termsQuery(channelId, filterId), enabled: hasTerms });
  const channel = useChannel(channelId).data;
  const saved = useMemo(() => {
    if (!filter.data || (hasTerms && !terms.data)) return null;
    return { draft: draftOf(filter.data), rows: asRows(terms.data ?? []), version: versionOf(filter.data) };
  }, [filter.data, hasTerms, terms.data]);
  const failed = [filter, terms].find(({ error }) => error !== null);
  if (failed && isGone(failed.error)) return <Gone channelId={channelId} />;
  if (saved)
    return (
      <FilterEditor
        channelId={channelId}
        filterId={filterId}
        saved={saved}
        canManage={can(channel, "filters.manage")}
      />
    );
  return (
    <Waiting channelId={channelId}>
      {failed && (
        <ErrorPanel isBare error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      )}
    </Waiting>
  );
}

/** The place of the editor until it is there, or what to say instead. */
function Waiting({ channelId, children }: { channelId: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <SideSheet label="Filter" onClose={() => void navigate(`/channels/${channelId}/chat-filters`)}>
      <PageTitle>Chat Filters</PageTitle>
      <div className={classes["waiting"]}>{children || <SkeletonRows count={8} label="Loading the filter" />}</div>
    </SideSheet>
  );
}

function Gone({ channelId }: { channelId: string }) {
  return (
    <Waiting channelId={channelId}>
      <EmptyState title="This filter is gone" about="Somebody has deleted it, or the link is not complete.">
        <Button component={Link} to={`/channels/${channelId}/chat-filters`}>
          All filters
        </Button>
      </EmptyState>
    </Waiting>
  );
}
