import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useMatch, useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { NotFoundState } from "../../ui/editor/not-found-state";
import { useReturnFocus } from "../../ui/focus/use-return-focus";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Panel } from "../../ui/panel";
import { useIsSheetDocked } from "../../ui/sheet/side-sheet";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./queue.module.css";
import { useQueuesLive } from "./queues.live";
import { entriesQuery, type QueuePath } from "./queues.queries";
import { SidePanels } from "./side/side-panels";
import { WaitingPanel } from "./waiting/waiting-panel";

export function QueuePage() {
  const { channelId = "", itemId: queueId = "" } = useParams();
  const isEditing = useMatch("/channels/:channelId/queues/:queueId/edit") !== null;
  const isDocked = useIsSheetDocked();
  useQueuesLive(channelId);
  useReturnFocus(isEditing ? queueId : null);
  return (
    <div className={classes["page"]} data-editing={isEditing || undefined}>
      <div className={classes["screen"]} inert={isEditing && !isDocked}>
        <OpenQueue key={queueId} path={{ channelId, queueId }} isEditing={isEditing} />
      </div>
      <Outlet />
    </div>
  );
}

function OpenQueue({ path, isEditing }: { path: QueuePath; isEditing: boolean }) {
  const canManage = can(useChannel(path.channelId).data, "queues.manage");
  const query = useQuery(entriesQuery(path));
  const { data, error } = query;
  if (isInaccessible(error)) return <NoQueue channelId={path.channelId} />;
  if (data) {
    return (
      <>
        {!isEditing && <PageTitle>{data.queue.name}</PageTitle>}
        <WaitingPanel path={path} data={data} canManage={canManage} />
        <SidePanels path={path} data={data} canManage={canManage} />
      </>
    );
  }
  if (error) {
    return <ErrorPanel error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  }
  return <QueueSkeleton />;
}

function NoQueue({ channelId }: { channelId: string }) {
  return (
    <Panel className={classes["waiting"] ?? ""}>
      <PageTitle>Viewer Queue</PageTitle>
      <NotFoundState item="queue" list={`/channels/${channelId}/queues`} />
    </Panel>
  );
}

function QueueSkeleton() {
  return (
    <>
      <Panel padded className={classes["waiting"] ?? ""} role="status">
        <PageTitle>Viewer Queue</PageTitle>
        <VisuallyHidden>Loading queue</VisuallyHidden>
        <Skeleton height={32} width={280} mb={24} aria-hidden="true" />
        <SkeletonRows count={8} />
      </Panel>
      <Panel padded className={classes["side"] ?? ""} aria-hidden="true">
        <SkeletonRows count={4} />
      </Panel>
    </>
  );
}
