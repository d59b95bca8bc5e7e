import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconChecks, IconRefresh } from "@tabler/icons-react";
import { shortAge } from "../../../lib/time/dates";
import { Moment } from "../../../ui/moment";
import classes from "./activity-list.module.css";

export function NewDot({ isNew }: { isNew: boolean }) {
  return <span className={classes["dot"]}>{isNew && <span role="img" aria-label="New" />}</span>;
}

export function RowTime({ happenedAt, now }: { happenedAt: string; now: number }) {
  return (
    <Moment at={happenedAt} className={classes["time"]}>
      {shortAge(happenedAt, now)}
    </Moment>
  );
}

export function SeenButton({ acknowledged, onClick }: { acknowledged: boolean; onClick: () => void }) {
  const label = acknowledged ? "Mark as new" : "Mark as seen";
  const Icon = acknowledged ? IconChecks : IconCheck;
  return (
    <Tooltip label={`${label} (A)`}>
      <ActionIcon className={classes["seen"] ?? ""} aria-label={label} onClick={onClick}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

export function ReplayButton({ onClick }: { onClick: () => void }) {
  return (
    <Tooltip label="Replay the alert (R)">
      <ActionIcon aria-label="Replay the alert" onClick={onClick}>
        <IconRefresh size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
