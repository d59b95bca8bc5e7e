import { type RefObject, useEffect, useState } from "react";

// Until the list was measured; a screen of usual height has fewer.
const USUAL_ROWS = 60;
// What can be scrolled into before the list of all rows takes over.
const ROWS_ABOVE = 6;
// New rows go on below while somebody holds the list still, yet not without end.
const ROWS_BELOW = 200;

interface Tail<Row> {
  rows: readonly Row[];
  /** Whether nothing is left out. */
  isWhole: boolean;
}

/** The last rows, as many as fill the list even if none of them wraps. */
export function useTail<Row extends { key: string }>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowHeight: number,
  heldAt: string | null,
): Tail<Row> {
  const height = useHeight(scroller);
  const most = height === null ? USUAL_ROWS : Math.ceil(height / rowHeight) + ROWS_ABOVE;
  const held = heldAt === null ? -1 : rows.findLastIndex(({ key }) => key === heldAt);
  const seenEnd = held < 0 ? rows.length : held + 1;
  const start = Math.max(0, seenEnd - most);
  return { rows: rows.slice(start, seenEnd + ROWS_BELOW), isWhole: start === 0 };
}

/** Told by the browser when it changes: asking for it with every batch would cost a layout. */
function useHeight(element: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? null));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
