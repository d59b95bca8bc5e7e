import { VisuallyHidden } from "@mantine/core";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { shortAge } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import type { Entry, QueueEntries } from "../queue-types";
import { moveTo, type QueuePath, useChangeState, useMoveEntry } from "../queues.queries";
import { useDrag } from "./use-drag";
import classes from "./waiting-list.module.css";
import { WaitingRow } from "./waiting-row";

// Equal to the row height in the style sheet.
const ROW_HEIGHT = 52;
// Interval of updates of the waiting times, which are shown in minutes.
const AGE_INTERVAL_MS = 20_000;

interface WaitingListProps {
  path: QueuePath;
  data: QueueEntries;
  /** Entries that are listed, with their index in the whole queue. */
  rows: readonly { entry: Entry; index: number }[];
  canManage: boolean;
  canMove: boolean;
}

/** The waiting viewers, as a virtualised list, because a queue may have thousands of viewers. */
export function WaitingList({ path, data, rows, canManage, canMove }: WaitingListProps) {
  const { queue, records } = data;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const now = useNow(true, AGE_INTERVAL_MS);
  const { mutate } = useMoveEntry(path);
  const { mutate: change } = useChangeState(path);
  const [announcement, setAnnouncement] = useState("");
  const keepFocus = useFocusedGrip(rows);
  const move = (from: number, to: number) => {
    const entry = rows[from]?.entry;
    if (!entry || to < 0 || to >= rows.length || from === to) return;
    mutate(moveTo(records, entry, to));
    setAnnouncement(`${entry.name} is number ${to + 1} of ${rows.length}`);
  };
  const moveByKey = (from: number, to: number) => {
    keepFocus(rows[from]?.entry.id ?? null);
    move(from, to);
    list.current?.scrollToIndex(Math.max(0, Math.min(to, rows.length - 1)), { align: "nearest" });
  };
  // A row that is not rendered again keeps its old handler, which calls the latest handler through this ref.
  const latestMove = useRef(moveByKey);
  useEffect(() => {
    latestMove.current = moveByKey;
  });
  const { drag, start } = useDrag({ scroller, rowHeight: ROW_HEIGHT, count: rows.length, onDrop: move });
  const lastIndex = rows.length - 1;
  return (
    <>
      <Titles nameLabel={queue.name_label} />
      <div ref={scroller} className={classes["scroller"]} data-dragging={drag !== null || undefined}>
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          as="ul"
          item="li"
          data={rows}
          itemSize={ROW_HEIGHT}
          // The dragged row must stay mounted, because it receives the pointer events.
          {...(drag && { keepMounted: [drag.from] })}
        >
          {({ entry, index }, at) => (
            <WaitingRow
              key={entry.id}
              path={path}
              nameLabel={queue.name_label}
              subsFirst={queue.subs_first}
              entry={entry}
              index={index}
              age={shortAge(entry.joined_at, now)}
              canManage={canManage}
              onState={(one, state) => change({ entry: one, state })}
              drop={dropMark(drag?.gap, at, lastIndex)}
              isDragged={drag?.from === at}
              moving={
                canMove ? { start: () => start(at), to: (next) => latestMove.current(at, next), at, lastIndex } : null
              }
            />
          )}
        </Virtualizer>
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

function Titles({ nameLabel }: { nameLabel: string }) {
  return (
    <div
      className={clsx(classes["columns"], classes["titles"])}
      data-named={nameLabel !== "" || undefined}
      aria-hidden="true"
    >
      <span />
      <span className="muted digits nowrap ta-right">#</span>
      <span>Viewer</span>
      {nameLabel !== "" && <span className={classes["gameName"]}>{nameLabel}</span>}
      <span className={classes["note"]}>Note</span>
      <span className={classes["played"]}>Played</span>
      <span className="muted digits nowrap ta-right">Waiting</span>
    </div>
  );
}

/** Side of the row at index `at` with the line that marks the drop position; undefined for no line. */
function dropMark(gap: number | undefined, at: number, lastIndex: number): "before" | "after" | undefined {
  if (gap === at) return "before";
  return gap === lastIndex + 1 && at === lastIndex ? "after" : undefined;
}

/** Returns a function that takes the id of an entry and keeps the focus on its grip during a move. */
function useFocusedGrip(rows: WaitingListProps["rows"]): (id: string | null) => void {
  const id = useRef<string | null>(null);
  useEffect(() => {
    if (id.current === null || rows.length === 0) return;
    const grip = document.querySelector<HTMLElement>(`[data-grip="${id.current}"]`);
    if (document.activeElement === document.body) grip?.focus({ preventScroll: true });
    if (document.activeElement !== grip) id.current = null;
  }, [rows]);
  return (next) => {
    id.current = next;
  };
}
