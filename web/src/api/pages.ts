export interface Page<Item> {
  records: Item[];
  cursor: string | null;
  total: number;
}

/** Cursor of the next page, for an infinite query; undefined after the last page. */
export function nextCursor({ cursor }: Pick<Page<unknown>, "cursor">): string | undefined {
  return cursor ?? undefined;
}
