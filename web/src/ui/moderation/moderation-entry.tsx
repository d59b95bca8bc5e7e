import {
  IconArrowBackUp,
  IconBan,
  IconClockPause,
  IconEraser,
  IconFlag,
  IconMessageOff,
  IconSettings,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ModerationEntry } from "../../api/moderation";
import { dayAndTime, longDateTime } from "../../lib/time/dates";
import classes from "./moderation-entry.module.css";
import { actionLabel, reasonLabel } from "./moderation-labels";

const ICONS: Record<ModerationEntry["action"], TablerIcon> = {
  delete: IconMessageOff,
  warn: IconFlag,
  timeout: IconClockPause,
  ban: IconBan,
  unban: IconArrowBackUp,
  clear: IconEraser,
  restore: IconArrowBackUp,
  mode: IconSettings,
  shoutout: IconFlag,
  raid: IconFlag,
  unraid: IconArrowBackUp,
  other: IconSettings,
};

interface EntryRowProps {
  entry: ModerationEntry;
  /** The viewer or account, if the list has entries of several. */
  subject?: ReactNode;
  /** Shows the deleted message. */
  showsMessage?: boolean;
  /** Link after the time, where there is no room for a button. */
  undoLink?: ReactNode;
  /** Buttons at the right. */
  children?: ReactNode;
}

/** One row of the moderation log: action, duration, actor, reason and time. */
export function EntryRow({ entry, subject, showsMessage = false, undoLink, children }: EntryRowProps) {
  const Icon = entry.actor.kind === "filter" && entry.action !== "ban" ? IconFlag : ICONS[entry.action];
  const reason = reasonLabel(entry);
  return (
    // The row takes the focus when its button disappears after a press.
    <div className={classes["entry"]} tabIndex={-1} data-undone={entry.undone_at !== null || undefined}>
      <Icon className={classes["icon"]} data-action={entry.action} size={16} aria-hidden="true" />
      <div className={classes["text"]}>
        <div>
          {subject}
          <ActionText entry={entry} />
        </div>
        {showsMessage && entry.message_text && <bdi className="muted block">{entry.message_text}</bdi>}
        <div className="small muted digits">
          {reason && <bdi>{reason}</bdi>}
          {reason && " · "}
          <time className="nowrap" dateTime={entry.created_at} title={longDateTime(entry.created_at)}>
            {dayAndTime(entry.created_at)}
          </time>
          {entry.undone_at !== null && ` · Undone${entry.undone_by ? ` by ${entry.undone_by}` : ""}`}
          {undoLink && <> · {undoLink}</>}
        </div>
      </div>
      {children}
    </div>
  );
}

function ActionText({ entry }: { entry: ModerationEntry }) {
  const name = <bdi className="fw-500">{entry.actor.name}</bdi>;
  if (entry.actor.kind === "filter") {
    return (
      <>
        Filtered by {name}, {actionLabel(entry)}
      </>
    );
  }
  return (
    <>
      {actionLabel(entry)}
      {entry.actor.name && <> by {name}</>}
    </>
  );
}
