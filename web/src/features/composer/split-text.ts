const JOINER = "\u200d";
const BELONGS_TO_THE_ONE_BEFORE = /[\p{Mn}\p{Me}\p{Sk}\p{Cf}]/u;
const LONGEST_CLUSTER = 20;

/** The messages a platform makes of a long text: the same cuts as on the server, which sends them. */
export function splitText(text: string, longest: number): string[] {
  const parts: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const joined = line ? `${line} ${word}` : word;
    if (joined.length <= longest) {
      line = joined;
      continue;
    }
    if (line) parts.push(line);
    const pieces = cut(word, longest);
    line = pieces.pop() ?? "";
    parts.push(...pieces);
  }
  return line ? [...parts, line] : parts;
}

/** A word that is too long for any line, never cut within what is drawn as one character. */
function cut(word: string, longest: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const cluster of clusters(word)) {
    if (piece && (piece + cluster).length > longest) {
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
    const isPart = BELONGS_TO_THE_ONE_BEFORE.test(character) || last?.endsWith(JOINER);
    if (last !== undefined && isPart && [...last].length < LONGEST_CLUSTER) found[found.length - 1] = last + character;
    else found.push(character);
  }
  return found;
}
