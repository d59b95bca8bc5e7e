import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { HitRow } from "./hit-row";
import { hitsQuery, MAX_HITS } from "./hits.queries";

const PAGE_SIZE = 50;

interface RecentHitsProps {
  channelId: string;
  filterId: string;
}

/** Hits of the saved filter, including shadow hits. */
export function RecentHits({ channelId, filterId }: RecentHitsProps) {
  const { data, error, refetch, isFetching } = useQuery(hitsQuery(channelId, filterId));
  const [limit, setLimit] = useState(PAGE_SIZE);
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={5} label="Loading hits" />;
  if (data.length === 0) {
    return <p className="small muted py-8">No hits in the last 30 days. New hits show up here live.</p>;
  }
  return (
    <>
      <ul className="plain-list" aria-label="Recent hits">
        {data.slice(0, limit).map((hit) => (
          <HitRow key={hit.id} hit={hit} at={hit.created_at} isShadow={hit.is_shadow} />
        ))}
      </ul>
      {data.length > limit && (
        <Button variant="subtle" size="xs" onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, data.length - limit)} more
        </Button>
      )}
      {data.length === MAX_HITS && limit >= MAX_HITS && (
        <p className="small muted py-8">Showing the latest {MAX_HITS} hits.</p>
      )}
    </>
  );
}
