import { memo, type ReactNode } from "react";
import { formatNumber } from "../../../lib/locale";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import type { Activity } from "../feed/activity-types";
import classes from "./activity-list.module.css";
import { activityText } from "./activity-text";
import { NewDot, ReplayButton, RowTime, SeenButton } from "./row-parts";

const SHOWN_RECIPIENTS = 4;

export interface RowActions {
  openViewer: (activity: Activity) => void;
  /** Marks the activities as seen, or as new if all are seen. */
  toggleSeen: (activities: readonly Activity[]) => void;
  /** Shows the alert again; null without an alerts widget or without the permission for widgets. */
  replay: ((activity: Activity) => void) | null;
}

interface ActivityRowProps {
  activity: Activity;
  platform: string;
  /** The current time in milliseconds. */
  now: number;
  isSelected: boolean;
  /** Whether the row is listed below its open group of follows. */
  isInGroup?: boolean;
  actions: RowActions;
  /** Buttons below the text. */
  children?: ReactNode;
}

export const ActivityRow = memo(function ActivityRow(props: ActivityRowProps) {
  const { activity, platform, now, isSelected, isInGroup = false, actions, children } = props;
  const { provider, message, happened_at: happenedAt, acknowledged } = activity;
  const { action, amount, detail } = activityText(activity);
  return (
    <div
      className={classes["row"]}
      data-id={activity.id}
      data-new={!acknowledged || undefined}
      data-selected={isSelected || undefined}
      data-nested={isInGroup || undefined}
    >
      <NewDot isNew={!acknowledged} />
      <PlatformIcon provider={provider} size={15} label={platform} />
      <div className={classes["text"]}>
        <ViewerName activity={activity} onOpen={() => actions.openViewer(activity)} />{" "}
        <bdi className={classes["action"]}>{action}</bdi> {activity.is_test && <Tag>Test</Tag>}
        {detail && <p className="muted">{detail}</p>}
        {message && (
          <p className={classes["message"]}>
            “<bdi>{message}</bdi>”
          </p>
        )}
        <Recipients activity={activity} />
        {children}
      </div>{" "}
      <span className={classes["amount"]}>{amount}</span>
      <RowTime happenedAt={happenedAt} now={now} />
      <div className={classes["actions"]}>
        <SeenButton acknowledged={acknowledged} onClick={() => actions.toggleSeen([activity])} />
        {actions.replay && <ReplayButton onClick={() => actions.replay?.(activity)} />}
      </div>
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

/** Whether the viewer has a viewer card; anonymous viewers and the viewers of test events have none. */
export function canOpenViewer({ viewer_id: viewerId, is_test: isTest }: Activity): boolean {
  return viewerId !== "" && !isTest;
}

/** Names the first recipients and counts the others; the server may not list all recipients. */
function Recipients({ activity: { recipients, count } }: { activity: Activity }) {
  if (recipients.length === 0) return null;
  // Viewers may have the same name, and the keys of the elements must differ.
  const shown = [...new Set(recipients)].slice(0, SHOWN_RECIPIENTS);
  const others = Math.max(count, recipients.length) - shown.length;
  return (
    <p className={classes["recipients"]}>
      {shown.map((name) => (
        <bdi key={name}>{name}</bdi>
      ))}
      {others > 0 && <span>and {formatNumber(others)} more</span>}
    </p>
  );
}
