import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import classes from "./chat-log.module.css";
import type { AutoScroll } from "./use-auto-scroll";

const FROM_NAME_PX = 14;
const FROM_EDGE_PX = 8;

/** Places the action bar of a row beside its name and above its text. */
export function RowBar({ scroll: { scroller, hold }, children }: { scroll: AutoScroll; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const [isBelow, setIsBelow] = useState(false);
  useLayoutEffect(() => {
    setIsBelow(hasNoRoomAbove(bar.current, scroller.current));
    if (bar.current) bar.current.style.left = `${leftOf(bar.current)}px`;
  }, [scroller]);
  // Focus moves to the list when the bar that has it is removed.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      hold.release("bar");
      if (element?.contains(document.activeElement)) scroller.current?.focus({ preventScroll: true });
    };
  }, [scroller, hold]);
  // Holds the rows, even if the user has switched the pause off: another row's button must not move under the pointer.
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

/** Right of the name, or at the edge of the list if there is no room. */
function leftOf(bar: HTMLElement): number {
  const row = bar.closest("[data-key]");
  const name = row?.querySelector("[data-author]");
  if (!row || !name) return FROM_EDGE_PX;
  const { left, width } = row.getBoundingClientRect();
  const besideName = name.getBoundingClientRect().right - left + FROM_NAME_PX;
  return Math.max(FROM_EDGE_PX, Math.min(besideName, width - bar.offsetWidth - FROM_EDGE_PX));
}
