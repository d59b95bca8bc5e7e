import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import classes from "../backtest/backtest.module.css";
import { HitRow } from "./hit-row";
import { HITS_SHOWN, hitsQuery } from "./hits.queries";

const PAGE = 50;

interface CaughtLatelyProps {
  channelId: string;
  filterId: string;
}

/** What the saved filter has really caught, and in shadow mode what it would have done. */
export function CaughtLately({ channelId, filterId }: CaughtLatelyProps) {
  const { data, error, refetch, isFetching } = useQuery(hitsQuery(channelId, filterId));
  const [most, setMost] = useState(PAGE);
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
        <Button variant="subtle" size="xs" onClick={() => setMost(most + PAGE)}>
          Show {Math.min(PAGE, data.length - most)} more
        </Button>
      )}
      {data.length === HITS_SHOWN && most >= HITS_SHOWN && (
        <p className={classes["note"]}>These are the newest {HITS_SHOWN}.</p>
      )}
    </>
  );
}
