import { ActionIcon } from "@mantine/core";
import { IconBell, IconGripVertical, IconPlayerTrackNext } from "@tabler/icons-react";
import { clsx } from "clsx";
import { type KeyboardEvent, memo } from "react";
import { Tag } from "../../../ui/tag";
import { PlatformMark } from "../platform-mark";
import { playedLabel } from "../queue-labels";
import type { Entry, EntryState } from "../queue-types";
import type { QueuePath } from "../queues.queries";
import { SubscriberBadge } from "../subscriber-badge";
import { EntryMenu } from "./entry-menu";
import classes from "./waiting-list.module.css";

interface Moving {
  /** Starts a drag by pointer. */
  start: () => void;
  /** Moves the row to an index. */
  to: (index: number) => void;
  at: number;
  lastIndex: number;
}

interface WaitingRowProps {
  path: QueuePath;
  nameLabel: string;
  subsFirst: boolean;
  entry: Entry;
  index: number;
  /** How long the viewer has waited: "5m". */
  age: string;
  canManage: boolean;
  drop: "before" | "after" | undefined;
  isDragged: boolean;
  /** Null if rows can't be moved. */
  moving: Moving | null;
  onState: (entry: Entry, state: EntryState) => void;
}

function Row(props: WaitingRowProps) {
  const { path, nameLabel, subsFirst, entry, index, age, canManage, drop, isDragged, moving, onState } = props;
  return (
    <div
      className={clsx(classes["columns"], classes["row"])}
      data-named={nameLabel !== "" || undefined}
      data-drop={drop}
      data-dragged={isDragged || undefined}
    >
      {moving ? <Grip entry={entry} moving={moving} /> : <span />}
      <span className="muted digits nowrap ta-right">{index + 1}</span>
      <span className={classes["viewer"]}>
        <span className={classes["person"]}>
          <PlatformMark provider={entry.provider} />
          <bdi className="truncate fw-500">{entry.name}</bdi>
          {entry.is_subscriber && <SubscriberBadge />}
        </span>
        {subsFirst && entry.is_subscriber && (
          <span className={classes["first"]}>
            <Tag>Sub first</Tag>
          </span>
        )}
      </span>
      {nameLabel !== "" && <bdi className={classes["gameName"]}>{entry.game_name || "–"}</bdi>}
      <bdi className={classes["note"]} data-empty={entry.note === "" || undefined}>
        {entry.note || "No note"}
      </bdi>
      <span className={classes["played"]}>{playedLabel(entry)}</span>
      <span className="muted digits nowrap ta-right">{age}</span>
      {canManage ? <RowActions path={path} nameLabel={nameLabel} entry={entry} onState={onState} /> : <span />}
    </div>
  );
}

/** Row of a waiting viewer; memoised, so that an unchanged row is not rendered again while other rows move. */
export const WaitingRow = memo(Row, (one, two) => {
  const keys = ["entry", "index", "nameLabel", "subsFirst", "age", "canManage", "drop", "isDragged"] as const;
  return keys.every((key) => one[key] === two[key]) && isSameMoving(one.moving, two.moving);
});

function isSameMoving(one: Moving | null, two: Moving | null): boolean {
  return one === two || (one !== null && two !== null && one.at === two.at && one.lastIndex === two.lastIndex);
}

function Grip({ entry, moving }: { entry: Entry; moving: Moving }) {
  return (
    <button
      type="button"
      className={classes["grip"]}
      data-grip={entry.id}
      title="Drag, or press the up and down arrows"
      aria-label={`Move ${entry.name}`}
      // The right button starts no drag: its context menu would swallow the pointerup that ends the drag.
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        moving.start();
      }}
      onKeyDown={(event) => onMoveKey(event, moving)}
    >
      <IconGripVertical size={16} stroke={1.6} aria-hidden="true" />
    </button>
  );
}

function onMoveKey(event: KeyboardEvent, { to, at, lastIndex }: Moving) {
  const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lastIndex };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  to(target);
}

/** Buttons of a row, without tooltips, which would take half of the row's rendering time. */
function RowActions({
  path,
  nameLabel,
  entry,
  onState,
}: Pick<WaitingRowProps, "path" | "nameLabel" | "entry" | "onState">) {
  return (
    <span className="row justify-end">
      <ActionIcon
        className={classes["quick"] ?? ""}
        title="Call"
        aria-label={`Call ${entry.name}`}
        onClick={() => onState(entry, "called")}
      >
        <IconBell size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        className={classes["quick"] ?? ""}
        title="Skip"
        aria-label={`Skip ${entry.name}`}
        onClick={() => onState(entry, "skipped")}
      >
        <IconPlayerTrackNext size={16} stroke={1.6} />
      </ActionIcon>
      <EntryMenu path={path} nameLabel={nameLabel} entry={entry} />
    </span>
  );
}
