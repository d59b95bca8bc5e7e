export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

export interface Extent {
  top: number;
  bottom: number;
}

/** Index to which a dragged item moves: the number of other items whose middle is above the pointer. */
export function dropPosition(pointer: number, others: readonly Extent[]): number {
  // A tall item that made room has moved its middle too, so the next pointer move does not swap the items back.
  return others.filter(({ top, bottom }) => (top + bottom) / 2 < pointer).length;
}
