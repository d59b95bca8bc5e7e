import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import classes from "./chat-log.module.css";
import type { AutoScroll } from "./use-auto-scroll";

const NAME_GAP_PX = 14;
const EDGE_GAP_PX = 8;

/** Places the action bar of a row to the right of its author's name, above the row, or below it if there is no room. */
export function RowBar({ scroll: { scroller, hold }, children }: { scroll: AutoScroll; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const [isBelow, setIsBelow] = useState(false);
  useLayoutEffect(() => {
    setIsBelow(hasNoRoomAbove(bar.current, scroller.current));
    if (bar.current) bar.current.style.left = `${leftOf(bar.current)}px`;
  }, [scroller]);
  // If the bar has the focus when it is removed, the list gets the focus.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      hold.release("bar");
      if (element?.contains(document.activeElement)) scroller.current?.focus({ preventScroll: true });
    };
  }, [scroller, hold]);
  // A pointer over the bar always holds the rows: another row's button must not move under the pointer.
  return (
    <div
      ref={bar}
      className={classes["bar"]}
      data-bar
      data-below={isBelow || undefined}
      onPointerEnter={() => hold.hold("bar")}
      onPointerLeave={() => hold.release("bar")}
    >
      {children}
    </div>
  );
}

function hasNoRoomAbove(bar: HTMLElement | null, scroller: HTMLElement | null): boolean {
  const row = bar?.closest("[data-key]");
  if (!bar || !row || !scroller) return false;
  return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top < bar.offsetHeight;
}

/** Distance of the bar from the left edge of its row, in pixels: beside the name if there is room. */
function leftOf(bar: HTMLElement): number {
  const row = bar.closest("[data-key]");
  const name = row?.querySelector("[data-author]");
  if (!row || !name) return EDGE_GAP_PX;
  const { left, width } = row.getBoundingClientRect();
  const besideName = name.getBoundingClientRect().right - left + NAME_GAP_PX;
  return Math.max(EDGE_GAP_PX, Math.min(besideName, width - bar.offsetWidth - EDGE_GAP_PX));
}
