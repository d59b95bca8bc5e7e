/** The list with one of its members at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

export interface Stretch {
  top: number;
  bottom: number;
}

/**
 * Where something that is dragged belongs: behind all others whose middle lies above the pointer. A high neighbour that
 * has made room stays where it went, because its middle went the same way.
 */
export function placeUnder(pointer: number, others: readonly Stretch[]): number {
  return others.filter(({ top, bottom }) => (top + bottom) / 2 < pointer).length;
}
