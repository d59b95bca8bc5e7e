/** The cursors of all pages so far; the first page has none. */
export type CursorTrail = readonly (string | null)[];

export const FIRST_PAGE: CursorTrail = [null];

export function currentCursor(trail: CursorTrail): string | null {
  return trail.at(-1) ?? null;
}

export function nextPage(trail: CursorTrail, cursor: string): CursorTrail {
  return [...trail, cursor];
}

export function previousPage(trail: CursorTrail): CursorTrail {
  return trail.length > 1 ? trail.slice(0, -1) : trail;
}
