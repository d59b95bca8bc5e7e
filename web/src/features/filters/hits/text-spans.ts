export interface Span {
  start: number;
  end: number;
}

export interface TextPiece {
  text: string;
  isMarked: boolean;
  /** Where it begins, in characters as the server counts them. */
  start: number;
}

/**
 * A text splitAtSpans at its spans. The server counts whole characters, JavaScript halves of some of them: an emoji before the
 * span would shift every mark.
 */
export function splitAtSpans(text: string, spans: readonly Span[]): TextPiece[] {
  const characters = [...text];
  const pieces: TextPiece[] = [];
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
