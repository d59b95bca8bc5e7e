import { type RefObject, useEffect, useState } from "react";

// Until the list is measured; fills a screen of common height.
const DEFAULT_ROWS = 60;
// Rows above the viewport that can be scrolled to before the virtual list takes over.
const ROWS_ABOVE = 6;
// Limit of rows rendered below the viewport while the list is frozen.
const MAX_ROWS_BELOW = 200;

interface LastRows<Row> {
  rows: readonly Row[];
  isComplete: boolean;
}

/** The last rows, enough to fill the list even if none of them wraps. */
export function useLastRows<Row extends { key: string }>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowHeight: number,
  frozenAt: string | null,
): LastRows<Row> {
  const height = useHeight(scroller);
  const count = height === null ? DEFAULT_ROWS : Math.ceil(height / rowHeight) + ROWS_ABOVE;
  const frozen = frozenAt === null ? -1 : rows.findLastIndex(({ key }) => key === frozenAt);
  const seenEnd = frozen < 0 ? rows.length : frozen + 1;
  const start = Math.max(0, seenEnd - count);
  return { rows: rows.slice(start, seenEnd + MAX_ROWS_BELOW), isComplete: start === 0 };
}

/** Observed, because reading the height with every batch would force a layout. */
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
