export interface Page<Item> {
  records: Item[];
  cursor: string | null;
  total: number;
}

/** The parameter of the page after this one, as an endless list asks for it. */
export function nextCursor({ cursor }: Pick<Page<unknown>, "cursor">): string | undefined {
  return cursor ?? undefined;
}
