import type { ConsideredRule } from "./why.queries";

export interface Mark {
  start: number;
  end: number;
  kind: ConsideredRule["kind"];
}

export interface MarkedPiece {
  text: string;
  /** Null for unmarked text. */
  kind: Mark["kind"] | null;
}

/** Splits the text at the marks. Positions are code points, as the server counts them, not UTF-16 units. */
export function markedPieces(text: string, marks: readonly Mark[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  [...text].forEach((character, index) => {
    const kind = kindAt(marks, index);
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += character;
    else pieces.push({ text: character, kind });
  });
  return pieces;
}

/** Kind of the mark at a position; a filter mark wins over a command mark. */
function kindAt(marks: readonly Mark[], index: number): Mark["kind"] | null {
  const covering = marks.filter(({ start, end }) => start <= index && index < end);
  return covering.find(({ kind }) => kind === "filter")?.kind ?? covering[0]?.kind ?? null;
}
