export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

export interface Extent {
  top: number;
  bottom: number;
}

/**
 * Index of a dragged item: the number of other items whose middle is above the pointer. When a tall item has made room,
 * its middle has moved too, so the next move of the pointer does not swap the items back.
 */
export function dropPosition(pointer: number, others: readonly Extent[]): number {
  return others.filter(({ top, bottom }) => (top + bottom) / 2 < pointer).length;
}
