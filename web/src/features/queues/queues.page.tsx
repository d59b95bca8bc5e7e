import { useState } from "react";
import { useMatch, useNavigate, useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { NewButton } from "../../ui/list/new-button";
import { QueueList } from "./list/queue-list";
import { MAY_NOT_MANAGE } from "./queue-labels";
import { useQueuesLive } from "./queues.live";
import { useQueues } from "./queues.queries";

export function QueuesPage() {
  const { channelId = "" } = useParams();
  const isOpen = useMatch("/channels/:channelId/queues/new") !== null;
  useQueuesLive(channelId);
  return (
    <ListPage title="Viewer Queue" isOpen={isOpen}>
      <QueuesPanel channelId={channelId} />
    </ListPage>
  );
}

function QueuesPanel({ channelId }: { channelId: string }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const { data } = useQueues(channelId);
  const channel = useChannel(channelId).data;
  const canManage = can(channel, "queues.manage");
  const open = () => void navigate(`/channels/${channelId}/queues/new`);
  return (
    <ListPanel
      title="Viewer Queue"
      count={data?.length}
      about="Viewers line up to play with you. They join from chat on every platform."
      query={query}
      onQuery={setQuery}
      searchLabel="Search queues"
      actions={
        <NewButton label="New queue" isLocked={!canManage} lockedBecause={channel && MAY_NOT_MANAGE} onClick={open} />
      }
    >
      <QueueList channelId={channelId} canManage={canManage} query={query} onNew={open} />
    </ListPanel>
  );
}
