/** The list with one item moved; unchanged if an index is outside of it. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
}
