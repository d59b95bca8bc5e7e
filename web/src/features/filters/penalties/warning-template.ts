const VARIABLE = /\$\(user\)/g;

export interface TemplatePiece {
  text: string;
  start: number;
  isVariable: boolean;
}

export function splitTemplate(text: string): TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let at = 0;
  const addPiece = (end: number, isVariable: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), start: at, isVariable });
    at = end;
  };
  for (const found of text.matchAll(VARIABLE)) {
    addPiece(found.index, false);
    addPiece(found.index + found[0].length, true);
  }
  addPiece(text.length, false);
  return pieces;
}

export function fillTemplate(text: string, user: string): string {
  return text.replaceAll(VARIABLE, () => user);
}
