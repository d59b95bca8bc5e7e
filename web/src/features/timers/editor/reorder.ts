export interface Extent {
  top: number;
  bottom: number;
}

/** Index to which a dragged item moves: the number of other items whose middle is above the pointer. */
export function dropPosition(pointer: number, others: readonly Extent[]): number {
  // A swap moves the middle of the other item away from the pointer, so the next pointer move does not undo it.
  return others.filter(({ top, bottom }) => (top + bottom) / 2 < pointer).length;
}
