import { type RefObject, useEffect, useMemo, useState } from "react";

// Number of rows until the list is measured: they fill a screen of common height.
const DEFAULT_ROWS = 60;
// Rows above the viewport that can be scrolled to before the virtual list takes over.
const ROWS_ABOVE = 6;

export interface LastRows<Row> {
  readonly rows: readonly Row[];
  /** Whether these are all rows. */
  readonly isComplete: boolean;
}

/** The last rows, enough to fill the list even if none of them wraps. */
export function useLastRows<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowHeight: number,
): LastRows<Row> {
  const height = useHeight(scroller);
  const count = height === null ? DEFAULT_ROWS : Math.ceil(height / rowHeight) + ROWS_ABOVE;
  return useMemo(() => ({ rows: rows.slice(-count), isComplete: rows.length <= count }), [rows, count]);
}

/** The element's height in pixels; null until measured. */
function useHeight(element: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    if (!element.current) return;
    // Observed, because reading the height with every batch would force a layout.
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? null));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
