/** Inserts a word at the caret, separated from the text around it by spaces. */
export function insertWord(text: string, caret: number, word: string): { text: string; caret: number } {
  const before = text.slice(0, caret);
  const after = text.slice(caret).replace(/^\s/u, "");
  const inserted = `${/(^|\s)$/u.test(before) ? before : `${before} `}${word} `;
  return { text: inserted + after, caret: inserted.length };
}
