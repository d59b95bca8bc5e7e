import type { TextProblem } from "../../api/variables";
import { parseTemplate, type TemplatePiece, type TemplateSpan } from "./parse-template";

export interface MarkedPiece extends TemplatePiece {
  /** Highest severity of the problems that the piece is part of; null without a problem. */
  problem: TextProblem["severity"] | null;
}

export interface MarkedSpan extends Omit<TemplateSpan, "pieces"> {
  pieces: MarkedPiece[];
}

/** UTF-16 index of a character position, at most the length of the text. */
export function codeUnitIndex(text: string, characters: number): number {
  let index = 0;
  let remaining = characters;
  for (const character of text) {
    if (remaining <= 0) return index;
    index += character.length;
    remaining -= 1;
  }
  return index;
}

/** Number of code points, as the server counts. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The spans of a text with its problems marked. */
export function markTemplate(text: string, problems: readonly TextProblem[]): MarkedSpan[] {
  const marks = problems.map(({ start, end, severity }) => {
    const from = codeUnitIndex(text, start);
    // A missing token has no length, so the next character is marked.
    return { from, to: Math.max(codeUnitIndex(text, end), from + 1), severity };
  });
  const severityAt = (at: number) => {
    const here = marks.filter(({ from, to }) => from <= at && at < to);
    return here.find(({ severity }) => severity === "error")?.severity ?? here[0]?.severity ?? null;
  };
  return parseTemplate(text).map((span) => ({
    ...span,
    pieces: span.pieces.flatMap((piece) => splitAt(piece, severityAt)),
  }));
}

function splitAt(piece: TemplatePiece, severityAt: (at: number) => MarkedPiece["problem"]): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let at = piece.start;
  // Never splits a surrogate pair.
  for (const character of piece.text) {
    const problem = severityAt(at);
    const last = pieces.at(-1);
    if (last?.problem === problem) last.text += character;
    else pieces.push({ start: at, text: character, kind: piece.kind, problem });
    at += character.length;
  }
  return pieces;
}
