export interface Span {
  start: number;
  end: number;
}

export interface Piece {
  text: string;
  isMarked: boolean;
  /** Where it begins, in characters as the server counts them. */
  start: number;
}

/**
 * A text cut at its spans. The server counts whole characters, JavaScript halves of some of them: an emoji before the
 * span would shift every mark.
 */
export function cut(text: string, spans: readonly Span[]): Piece[] {
  const characters = [...text];
  const pieces: Piece[] = [];
  let at = 0;
  const upTo = (end: number, isMarked: boolean) => {
    if (end <= at) return;
    pieces.push({ text: characters.slice(at, end).join(""), isMarked, start: at });
    at = end;
  };
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    upTo(Math.min(start, characters.length), false);
    upTo(Math.min(end, characters.length), true);
  }
  upTo(characters.length, false);
  return pieces;
}
