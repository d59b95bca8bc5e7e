export interface Span {
  start: number;
  end: number;
}

export interface TextPiece {
  text: string;
  isMarked: boolean;
  /** Offset in code points, as the server counts. */
  start: number;
}

/** Splits a text at its spans, whose offsets count code points, not UTF-16 units as in JavaScript strings. */
export function splitAtSpans(text: string, spans: readonly Span[]): TextPiece[] {
  const characters = [...text];
  const pieces: TextPiece[] = [];
  let at = 0;
  const addPiece = (end: number, isMarked: boolean) => {
    if (end <= at) return;
    pieces.push({ text: characters.slice(at, end).join(""), isMarked, start: at });
    at = end;
  };
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    addPiece(Math.min(start, characters.length), false);
    addPiece(Math.min(end, characters.length), true);
  }
  addPiece(characters.length, false);
  return pieces;
}
