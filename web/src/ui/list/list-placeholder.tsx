import { ErrorPanel } from "../page/error-panel";
import { SkeletonRows } from "../skeleton-rows";
import classes from "./list.module.css";

interface ListWaitingProps {
  /** What the rows come from. */
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean };
  label: string;
  count?: number;
}

/** The place of the rows until they are there, or why they are not. */
export function ListPlaceholder({ query, label, count = 6 }: ListWaitingProps) {
  const { error, refetch } = query;
  return (
    <div className={classes["inset"]}>
      {error ? (
        // Asked for here alone: whoever once asked how the fetching goes is drawn again at every fetch.
        <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={query.isFetching} />
      ) : (
        <SkeletonRows count={count} label={label} />
      )}
    </div>
  );
}
