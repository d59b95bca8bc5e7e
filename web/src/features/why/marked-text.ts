export interface Mark {
  start: number;
  end: number;
  /** Who found it. */
  kind: "filter" | "command";
}

export interface MarkedPiece {
  text: string;
  /** Null where nobody found anything. */
  kind: Mark["kind"] | null;
}

/** The text in pieces, each with who found it. The server counts whole characters, a browser halves some. */
export function markedPieces(text: string, marks: readonly Mark[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  [...text].forEach((character, place) => {
    const kind = kindAt(marks, place);
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += character;
    else pieces.push({ text: character, kind });
  });
  return pieces;
}

/** What was caught weighs more than what was asked for. */
function kindAt(marks: readonly Mark[], place: number): Mark["kind"] | null {
  const here = marks.filter(({ start, end }) => start <= place && place < end);
  return here.find(({ kind }) => kind === "filter")?.kind ?? here[0]?.kind ?? null;
}
