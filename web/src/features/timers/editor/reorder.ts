export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

export interface Extent {
  top: number;
  bottom: number;
}

/**
 * Position of a dragged item: after all others whose middle is above the pointer. A tall neighbour that has moved stays
 * there, because its middle moved with it.
 */
export function dropPosition(pointer: number, others: readonly Extent[]): number {
  return others.filter(({ top, bottom }) => (top + bottom) / 2 < pointer).length;
}
