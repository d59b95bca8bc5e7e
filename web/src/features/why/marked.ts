export interface Span {
  start: number;
  end: number;
}

export interface MarkedPiece {
  text: string;
  isMarked: boolean;
}

/** The text in pieces, those that a span covers marked. The server counts whole characters, a browser halves some. */
export function markedPieces(text: string, spans: readonly Span[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  [...text].forEach((character, place) => {
    const isMarked = spans.some(({ start, end }) => start <= place && place < end);
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.text += character;
    else pieces.push({ text: character, isMarked });
  });
  return pieces;
}
