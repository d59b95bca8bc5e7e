/** The cursors of all pages so far; the first page has none. */
export type Trail = readonly (string | null)[];

export const START: Trail = [null];

export function currentCursor(trail: Trail): string | null {
  return trail.at(-1) ?? null;
}

export function forward(trail: Trail, cursor: string): Trail {
  return [...trail, cursor];
}

export function back(trail: Trail): Trail {
  return trail.length > 1 ? trail.slice(0, -1) : trail;
}
