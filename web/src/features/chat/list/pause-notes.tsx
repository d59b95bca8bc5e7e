import { useMemo } from "react";
import { formatNumber } from "../../../lib/locale";
import { newMessagesLabel } from "../chat-labels";
import type { VisibleRow } from "../rows/sent-echoes";
import type { ChatSnapshot } from "../store/chat-store";
import type { ChatWindow } from "../store/chat-window";
import classes from "./pause-notes.module.css";
import { countUnread } from "./unread-count";
import type { AutoScroll } from "./use-auto-scroll";
import type { Visibility } from "./visible-rows";

interface PauseNoteProps extends Omit<UnreadProps, "window"> {
  scroll: AutoScroll;
  snapshot: ChatSnapshot;
  isSelected: boolean;
  isTapped: boolean;
}

/** Says how to resume a paused list and how many messages are new; empty while the list follows new messages. */
export function PauseNote({ scroll, snapshot, isSelected, isTapped, ...rest }: PauseNoteProps) {
  const { holdId, isFollowing } = scroll;
  const unread = { window: snapshot.window, ...rest };
  if (holdId > 0 || (isSelected && !isFollowing)) return <PauseBar {...unread} hint={hintOf(isSelected, isTapped)} />;
  return !isFollowing || snapshot.window.isBehind ? <ResumeButton {...unread} /> : null;
}

function hintOf(isSelected: boolean, isTapped: boolean): string {
  if (isTapped) return "Tap the message again to resume";
  return isSelected ? "Press Esc to resume" : "Resumes when you move the pointer away";
}

interface UnreadProps {
  window: ChatWindow;
  rows: readonly VisibleRow[];
  appearance: Visibility;
  onResume: () => void;
}

/** Button that returns to the latest messages; shown after scrolling up. */
function ResumeButton({ window, rows, appearance, onResume }: UnreadProps) {
  const count = useUnread(window, rows, appearance);
  return (
    <button type="button" className={classes["resume"]} onClick={onResume}>
      {newMessagesLabel(count)}
    </button>
  );
}

/** Bar that is shown while the pointer, a tap or a selected message pauses the list. */
function PauseBar({ window, rows, appearance, hint, onResume }: UnreadProps & { hint: string }) {
  const count = useUnread(window, rows, appearance);
  return (
    <div className={classes["paused"]} data-pause role="status" aria-live="off">
      <span className={classes["icon"]} aria-hidden="true" />
      <span className={classes["state"]}>
        <b>Chat paused</b>
        {count > 0 && <b> · {formatNumber(count)} new</b>}
      </span>
      <span className={classes["hint"]}>{hint}</span>
      <button type="button" className={classes["jump"]} onClick={onResume}>
        <span aria-hidden="true">↓</span> Jump to latest
      </button>
    </div>
  );
}

function useUnread(window: ChatWindow, rows: readonly VisibleRow[], appearance: Visibility): number {
  return useMemo(() => countUnread(window, rows, appearance), [window, rows, appearance]);
}
