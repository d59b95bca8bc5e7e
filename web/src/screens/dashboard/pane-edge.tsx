import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import classes from "./dashboard-screen.module.css";

const KEY_PERCENT = 2;

interface PaneEdgeProps {
  /** "Resize Activity and Chat" */
  label: string;
  /** Width of the left pane in percent. */
  percent: number;
  /** Called when the edge is dragged or moved by a key, with the distance since the last call; negative to the left. */
  onMove: (byPercent: number) => void;
  onEnd: () => void;
}

/** The edge between two panes: dragged, or moved with the arrow keys. */
export function PaneEdge({ label, percent, onMove, onEnd }: PaneEdgeProps) {
  const last = useRef<number | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = event.clientX;
  };
  const onPointerMove = (event: PointerEvent<HTMLHRElement>) => {
    const width = event.currentTarget.parentElement?.clientWidth;
    if (last.current === null || !width) return;
    onMove(((event.clientX - last.current) / width) * 100);
    last.current = event.clientX;
  };
  const onPointerUp = () => {
    if (last.current === null) return;
    last.current = null;
    onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -KEY_PERCENT : event.key === "ArrowRight" ? KEY_PERCENT : 0;
    if (by === 0) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <hr
      className={classes["edge"]}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      onKeyUp={onEnd}
    />
  );
}
