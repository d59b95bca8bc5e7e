import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { versionOf } from "../../ui/editor/version";
import type { MediaField } from "../../ui/fields/setting-field";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { draftOf } from "./editor/draft";
import { DeletedWidget, WidgetEditor } from "./editor/widget-editor";
import classes from "./editor/widget-editor.module.css";
import preview from "./preview/preview.module.css";
import { useWidgetsLive } from "./widgets.live";
import { typesQuery, widgetQuery } from "./widgets.queries";

export function WidgetPage({ media }: { media: MediaField }) {
  const { channelId = "", widgetId = "" } = useParams();
  useWidgetsLive(channelId);
  return <OpenWidget key={widgetId} channelId={channelId} widgetId={widgetId} media={media} />;
}

interface OpenWidgetProps {
  channelId: string;
  widgetId: string;
  media: MediaField;
}

function OpenWidget({ channelId, widgetId, media }: OpenWidgetProps) {
  const canManage = can(useChannel(channelId).data, "widgets.manage");
  const query = useQuery(widgetQuery(channelId, widgetId));
  const types = useQuery(typesQuery(channelId));
  const { data } = query;
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  const type = types.data?.find(({ name }) => name === data?.type);
  if (data && saved && type) {
    const isDeleted = isInaccessible(query.error);
    const shown = { channelId, widget: data, type, saved, isDeleted, canManage, media };
    return <WidgetEditor {...shown} />;
  }
  if (isInaccessible(query.error)) return <DeletedWidget list={`/channels/${channelId}/widgets`} />;
  const failed = [query, types].find(({ error }) => error !== null);
  if (failed) {
    return (
      <>
        <PageTitle>Stream Widgets</PageTitle>
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      </>
    );
  }
  return <EditorSkeleton />;
}

function EditorSkeleton() {
  return (
    <div className={classes["page"]} role="status">
      <PageTitle>Stream Widgets</PageTitle>
      <VisuallyHidden>Loading widget</VisuallyHidden>
      <Panel padded className={classes["settings"] ?? ""} aria-hidden="true">
        <SkeletonRows count={8} />
      </Panel>
      <div className={classes["stream"]} aria-hidden="true">
        <div className={preview["head"]} />
        <Skeleton className={preview["stage"] ?? ""} radius={0} />
      </div>
    </div>
  );
}
