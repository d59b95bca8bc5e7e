const ZERO_WIDTH_JOINER = "\u200d";
const EXTENDS_PREVIOUS = /[\p{Mn}\p{Me}\p{Sk}\p{Cf}]/u;
const MAX_CLUSTER_LENGTH = 20;

/** Splits a text into messages in the same way as the server. */
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
    const pieces = splitWord(word, maxLength);
    line = pieces.pop() ?? "";
    parts.push(...pieces);
  }
  return line ? [...parts, line] : parts;
}

/** Splits a word that is too long for one message, between grapheme clusters. */
function splitWord(word: string, maxLength: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const cluster of graphemeClusters(word)) {
    if (piece && (piece + cluster).length > maxLength) {
      pieces.push(piece);
      piece = "";
    }
    piece += cluster;
  }
  return [...pieces, piece];
}

function graphemeClusters(word: string): string[] {
  const clusters: string[] = [];
  for (const character of word) {
    const last = clusters.at(-1);
    const isPart = EXTENDS_PREVIOUS.test(character) || last?.endsWith(ZERO_WIDTH_JOINER);
    if (last !== undefined && isPart && [...last].length < MAX_CLUSTER_LENGTH)
      clusters[clusters.length - 1] = last + character;
    else clusters.push(character);
  }
  return clusters;
}
