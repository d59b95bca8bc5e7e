import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { LiveBanner } from "../../live/live-banner";
import { can, useChannel } from "../../session/channel";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { ScreenError } from "../../ui/page/screen-error";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./queue.module.css";
import { useQueuesLive } from "./queues.live";
import { entriesQuery } from "./queues.queries";
import { SidePanels } from "./side/side-panels";
import { WaitingPanel } from "./waiting/waiting-panel";

/** One queue in a window of its own. */
export function QueuePopoutPage() {
  const { channelId = "", queueId = "" } = useParams();
  const path = { channelId, queueId };
  useQueuesLive(channelId);
  const canManage = can(useChannel(channelId).data, "queues.manage");
  const query = useQuery(entriesQuery(path));
  if (isInaccessible(query.error) && !query.isFetching) throw new ScreenError(404, "Queue not found");
  const { data, error } = query;
  return (
    <main className={classes["popout"]}>
      <PageTitle>{data?.queue.name ?? "Viewer Queue"}</PageTitle>
      <LiveBanner />
      {data ? (
        <>
          <WaitingPanel path={path} data={data} canManage={canManage} isPopout />
          <SidePanels path={path} data={data} canManage={canManage} />
        </>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <SkeletonRows count={8} label="Loading queue" />
      )}
    </main>
  );
}
