import { ErrorPanel } from "../page/error-panel";
import { SkeletonRows } from "../skeleton-rows";

interface ListPlaceholderProps {
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean };
  label: string;
  count?: number;
}

/** Skeleton rows, or the error of the query. */
export function ListPlaceholder({ query, label, count = 6 }: ListPlaceholderProps) {
  const { error, refetch } = query;
  return (
    <div className="py-8 px-16">
      {error ? (
        // `isFetching` is read only after an error: a component that reads it re-renders at every fetch.
        <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={query.isFetching} />
      ) : (
        <SkeletonRows count={count} label={label} />
      )}
    </div>
  );
}
