import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import classes from "../backtest/backtest.module.css";
import { HitRow } from "./hit-row";
import { hitsQuery, MAX_HITS } from "./hits.queries";

const PAGE_SIZE = 50;

interface RecentHitsProps {
  channelId: string;
  filterId: string;
}

/** What the saved filter has really caught, and in shadow mode what it would have done. */
export function RecentHits({ channelId, filterId }: RecentHitsProps) {
  const { data, error, refetch, isFetching } = useQuery(hitsQuery(channelId, filterId));
  const [most, setMost] = useState(PAGE_SIZE);
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={5} label="Loading what was caught" />;
  if (data.length === 0) {
    return <p className={classes["note"]}>Nothing in the last 30 days. What it catches stands here at once.</p>;
  }
  return (
    <>
      <ul className={classes["hits"]} aria-label="Caught lately">
        {data.slice(0, most).map((hit) => (
          <HitRow key={hit.id} hit={hit} at={hit.created_at} isShadow={hit.is_shadow} />
        ))}
      </ul>
      {data.length > most && (
        <Button variant="subtle" size="xs" onClick={() => setMost(most + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, data.length - most)} more
        </Button>
      )}
      {data.length === MAX_HITS && most >= MAX_HITS && (
        <p className={classes["note"]}>These are the newest {MAX_HITS}.</p>
      )}
    </>
  );
}
