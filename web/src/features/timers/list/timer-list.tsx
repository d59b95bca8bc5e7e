import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { clsx } from "clsx";
import { EmptyState } from "../../../ui/empty-state";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { MirrorPicture } from "../../../ui/mirror-picture";
import classes from "../timers.module.css";
import { useTimers } from "../timers.queries";
import { TimerRow } from "./timer-row";
import { matching } from "./timer-search";

interface TimerListProps {
  channelId: string;
  canManage: boolean;
  query: string;
  onNew: () => void;
}

export function TimerList({ channelId, canManage, query, onNew }: TimerListProps) {
  const rows = useTimers(channelId);
  const { data } = rows;
  if (!data) return <ListPlaceholder query={rows} label="Loading timers" />;
  if (data.length === 0) return <NoTimers canManage={canManage} onNew={onNew} />;
  const found = matching(data, query);
  if (found.length === 0) return <EmptyState title="No timers found" about="Try another name or message." />;
  return (
    <>
      <div className={clsx(list["columns"], classes["columns"])} aria-hidden="true">
        <span className={classes["first"]}>Timer</span>
        <span className={classes["interval"]}>Every</span>
        <span className={classes["platforms"]}>Platforms</span>
        <span className={classes["next"]}>Next run</span>
      </div>
      <ul className={list["rows"]}>
        {found.map((timer) => (
          <TimerRow key={timer.id} channelId={channelId} timer={timer} canManage={canManage} />
        ))}
      </ul>
    </>
  );
}

function NoTimers({ canManage, onNew }: { canManage: boolean; onNew: () => void }) {
  return (
    <EmptyState
      title="No timers yet"
      about="Post your Discord, schedule or social links automatically. Pauses when chat is quiet."
      picture={<MirrorPicture />}
    >
      {canManage && (
        <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
          Create timer
        </Button>
      )}
    </EmptyState>
  );
}
