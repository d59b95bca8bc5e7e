interface ListBox {
  /** Top of the list on the screen. */
  top: number;
  rowHeight: number;
  count: number;
}

/** The gap between rows nearest to the pointer: 0 is before the first row, `count` behind the last row. */
export function gapAt(clientY: number, { top, rowHeight, count }: ListBox): number {
  return Math.max(0, Math.min(count, Math.round((clientY - top) / rowHeight)));
}

/** The new index of the row at index `from` after a drop into a gap; null if the row stays. */
export function indexAfterDrop(from: number, gap: number): number | null {
  const index = gap > from ? gap - 1 : gap;
  return index === from ? null : index;
}

const EDGE_PX = 40;
const MAX_STEP_PX = 14;

/** Pixels that the list scrolls in a frame while the pointer is near its upper or lower edge. */
export function scrollStep(clientY: number, { top, bottom }: { top: number; bottom: number }): number {
  const above = top + EDGE_PX - clientY;
  const below = clientY - (bottom - EDGE_PX);
  if (above > 0) return -Math.min(MAX_STEP_PX, Math.ceil(above / 3));
  return below > 0 ? Math.min(MAX_STEP_PX, Math.ceil(below / 3)) : 0;
}
