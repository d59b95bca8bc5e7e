import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Navigate, useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { versionOf } from "../../ui/editor/version";
import { draftOf, NEW_QUEUE } from "./editor/draft";
import { QueueEditor } from "./editor/queue-editor";
import { queueQuery } from "./queues.queries";

const NEW = { draft: NEW_QUEUE, version: null };

export function NewQueuePage() {
  const { channelId = "" } = useParams();
  const { data: channel } = useChannel(channelId);
  const canManage = can(channel, "queues.manage");
  if (channel && !canManage) return <Navigate to=".." relative="path" replace />;
  return <QueueEditor channelId={channelId} queue={null} saved={NEW} canManage={canManage} />;
}

export function EditQueuePage() {
  const { channelId = "", queueId = "" } = useParams();
  const canManage = can(useChannel(channelId).data, "queues.manage");
  const query = useQuery(queueQuery({ channelId, queueId }));
  const { data } = query;
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (data && saved) {
    const isDeleted = isInaccessible(query.error);
    return <QueueEditor channelId={channelId} queue={data} saved={saved} isDeleted={isDeleted} canManage={canManage} />;
  }
  return <EditorPlaceholder item="queue" title="Viewer Queue" list={`/channels/${channelId}/queues`} query={query} />;
}
