import { ActionIcon, Tooltip } from "@mantine/core";
import { IconActivity, IconCheck, IconChecks } from "@tabler/icons-react";
import { memo } from "react";
import { longDateTime, shortAge } from "../../../lib/time/dates";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import type { Activity } from "../feed/activity-types";
import { isKind, KINDS } from "../feed/kinds";
import classes from "./activity-list.module.css";
import { activityText } from "./activity-text";

const SHOWN_RECIPIENTS = 4;

export interface RowActions {
  openViewer: (activity: Activity) => void;
  acknowledge: (activity: Activity) => void;
}

interface ActivityRowProps {
  activity: Activity;
  platform: string;
  /** In milliseconds. */
  now: number;
  isSelected: boolean;
  actions: RowActions;
}

export const ActivityRow = memo(function ActivityRow(props: ActivityRowProps) {
  const { activity, platform, now, isSelected, actions } = props;
  const { kind, provider, message, happened_at: happenedAt, acknowledged } = activity;
  const { action, amount, detail } = activityText(activity);
  const Icon = isKind(kind) ? KINDS[kind].icon : IconActivity;
  return (
    <div
      className={classes["row"]}
      data-id={activity.id}
      data-new={!acknowledged || undefined}
      data-selected={isSelected || undefined}
    >
      <span className={classes["dot"]}>{!acknowledged && <span role="img" aria-label="New" />}</span>
      <PlatformIcon provider={provider} size={15} label={platform} />
      <Icon className={classes["kind"] ?? ""} size={15} stroke={1.8} aria-hidden="true" />
      <div className={classes["text"]}>
        <ViewerName activity={activity} onOpen={() => actions.openViewer(activity)} />{" "}
        <bdi className={classes["action"]}>{action}</bdi> {activity.is_test && <Tag>Test</Tag>}
        {detail && <p className={classes["detail"]}>{detail}</p>}
        {message && (
          <p className={classes["message"]}>
            <bdi>“{message}”</bdi>
          </p>
        )}
        <Recipients activity={activity} />
      </div>{" "}
      <span className={classes["amount"]}>{amount}</span>
      <time className={classes["time"]} dateTime={happenedAt} title={longDateTime(happenedAt)}>
        {shortAge(happenedAt, now)}
      </time>
      <SeenButton acknowledged={acknowledged} onClick={() => actions.acknowledge(activity)} />
    </div>
  );
});

function ViewerName({ activity, onOpen }: { activity: Activity; onOpen: () => void }) {
  const name = <bdi>{activity.viewer_name || "Anonymous"}</bdi>;
  if (!canOpenViewer(activity)) return <b className={classes["name"]}>{name}</b>;
  return (
    <button type="button" className={classes["name"]} onClick={onOpen}>
      {name}
    </button>
  );
}

/** Anonymous viewers have no id, and the viewers of test events do not exist. */
export function canOpenViewer({ viewer_id: viewerId, is_test: isTest }: Activity): boolean {
  return viewerId !== "" && !isTest;
}

/** The first recipients of a gift; a gift bomb may have more than the server names. */
function Recipients({ activity: { recipients, count } }: { activity: Activity }) {
  if (recipients.length === 0) return null;
  // Two viewers may have the same name.
  const shown = [...new Set(recipients)].slice(0, SHOWN_RECIPIENTS);
  const others = Math.max(count, recipients.length) - shown.length;
  return (
    <p className={classes["recipients"]}>
      {shown.map((name) => (
        <bdi key={name}>{name}</bdi>
      ))}
      {others > 0 && <span>and {others.toLocaleString("en-US")} more</span>}
    </p>
  );
}

function SeenButton({ acknowledged, onClick }: { acknowledged: boolean; onClick: () => void }) {
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
