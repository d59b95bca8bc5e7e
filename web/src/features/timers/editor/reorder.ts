/** The list with one of its members at another index. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

export interface Extent {
  top: number;
  bottom: number;
}

/**
 * Where something that is dragged belongs: behind all others whose middle lies above the pointer. A high neighbour that
 * has made room stays where it went, because its middle went the same way.
 */
export function dropPosition(pointer: number, others: readonly Extent[]): number {
  return others.filter(({ top, bottom }) => (top + bottom) / 2 < pointer).length;
}
