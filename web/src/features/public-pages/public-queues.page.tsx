import { Anchor } from "@mantine/core";
import { Link, Navigate, useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { EmptyState } from "../../ui/empty-state";
import { BrandMark } from "../../ui/page/brand";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./public-pages.module.css";
import { usePublicQueues } from "./public-pages.queries";

/** Public page with the queues of a channel; redirects to the queue if there is only one. */
export function PublicQueuesPage() {
  const { channelId = "" } = useParams();
  const query = usePublicQueues(channelId);
  const { data, error } = query;
  const [first, ...others] = data?.records ?? [];
  if (first && others.length === 0) return <Navigate to={`/c/${channelId}/queues/${first.id}`} replace />;
  if (isInaccessible(error)) {
    return (
      <main className={classes["page"]}>
        <PageTitle>Channel not found</PageTitle>
        <EmptyState heading="h1" title="Channel not found" about="This channel doesn't exist or has no public queue." />
      </main>
    );
  }
  return (
    <main className={classes["page"]}>
      <PageTitle>Viewer Queues</PageTitle>
      <h1 className={classes["title"]}>{data ? <bdi>{data.channel.display_name}'s queues</bdi> : "Viewer Queues"}</h1>
      {!data && !error && <SkeletonRows count={4} label="Loading queues" />}
      {error && !data && (
        <ErrorPanel isBare error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      )}
      <ul className="plain-list">
        {data?.records.map((queue) => (
          <li key={queue.id} className={classes["row"]}>
            <Anchor component={Link} to={`/c/${channelId}/queues/${queue.id}`}>
              <bdi>{queue.name}</bdi>
            </Anchor>
            <p className="muted miw-0 breaks">
              <bdi>{queue.description}</bdi>
            </p>
            <div className="row small gap-8 digits nowrap faint">
              {queue.is_open ? "Open" : "Closed"} · {queue.waiting} waiting
            </div>
          </li>
        ))}
      </ul>
      <footer className={classes["foot"]}>
        <BrandMark size={16} />
        Greenroom
      </footer>
    </main>
  );
}
