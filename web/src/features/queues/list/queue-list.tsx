import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { clsx } from "clsx";
import { EmptyState } from "../../../ui/empty-state";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { MirrorPicture } from "../../../ui/mirror-picture";
import { useQueues } from "../queues.queries";
import classes from "./queue-list.module.css";
import { QueueRow } from "./queue-row";

interface QueueListProps {
  channelId: string;
  canManage: boolean;
  query: string;
  onNew: () => void;
}

export function QueueList({ channelId, canManage, query, onNew }: QueueListProps) {
  const rows = useQueues(channelId);
  const { data } = rows;
  if (!data) return <ListPlaceholder query={rows} label="Loading queues" />;
  if (data.length === 0) return <NoQueues canManage={canManage} onNew={onNew} />;
  const words = query.trim().toLocaleLowerCase();
  const found = data.filter(({ name, description }) => `${name} ${description}`.toLocaleLowerCase().includes(words));
  if (found.length === 0) return <EmptyState title="No queues found" about="Try another name." />;
  return (
    <>
      <div className={clsx(list["columns"], classes["columns"])} aria-hidden="true">
        <span className={classes["first"]}>Queue</span>
        <span className={classes["playing"]}>Playing</span>
        <span className="small muted digits nowrap ta-right">Waiting</span>
      </div>
      <ul className={list["rows"]}>
        {found.map((queue) => (
          <QueueRow key={queue.id} channelId={channelId} queue={queue} canManage={canManage} />
        ))}
      </ul>
    </>
  );
}

function NoQueues({ canManage, onNew }: { canManage: boolean; onNew: () => void }) {
  return (
    <EmptyState
      title="No queues yet"
      about="Let viewers line up for a race, a duel or a seat in your lobby. They join from chat, and you call the next ones."
      picture={<MirrorPicture />}
    >
      {canManage && (
        <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
          Create queue
        </Button>
      )}
    </EmptyState>
  );
}
