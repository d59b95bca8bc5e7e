const JOINER = "\u200d";
const EXTENDS_PREVIOUS = /[\p{Mn}\p{Me}\p{Sk}\p{Cf}]/u;
const MAX_CLUSTER_LENGTH = 20;

/** Splits a long text as the server does when it sends it. */
export function splitText(text: string, maxLength: number): string[] {
  const parts: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const joined = line ? `${line} ${word}` : word;
    if (joined.length <= maxLength) {
      line = joined;
      continue;
    }
    if (line) parts.push(line);
    const pieces = cut(word, maxLength);
    line = pieces.pop() ?? "";
    parts.push(...pieces);
  }
  return line ? [...parts, line] : parts;
}

/** Splits a word that is too long for one message, between grapheme clusters. */
function cut(word: string, maxLength: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const cluster of clusters(word)) {
    if (piece && (piece + cluster).length > maxLength) {
      pieces.push(piece);
      piece = "";
    }
    piece += cluster;
  }
  return [...pieces, piece];
}

function clusters(word: string): string[] {
  const found: string[] = [];
  for (const character of word) {
    const last = found.at(-1);
    const isPart = EXTENDS_PREVIOUS.test(character) || last?.endsWith(JOINER);
    if (last !== undefined && isPart && [...last].length < MAX_CLUSTER_LENGTH)
      found[found.length - 1] = last + character;
    else found.push(character);
  }
  return found;
}
