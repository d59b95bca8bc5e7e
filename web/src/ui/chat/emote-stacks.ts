import type { LinePart } from "../../api/chat";

/** A piece of a line as it is drawn: an emote carries what is laid over it. */
export interface RenderedPart {
  part: LinePart;
  over: readonly LinePart[];
}

const SPACE_ONLY = /^\s*$/;

/** Lays each zero-width emote over the emote before it; the spaces between them are part of the text, not of the picture. */
export function stackEmotes(parts: readonly LinePart[]): RenderedPart[] {
  const drawn: { part: LinePart; over: LinePart[] }[] = [];
  for (const part of parts) {
    const ground = part.kind === "emote" && part.is_zero_width ? groundOf(drawn) : null;
    if (!ground) drawn.push({ part, over: [] });
    else {
      ground.over.push(part);
      if (drawn.at(-1) !== ground) drawn.pop();
    }
  }
  return drawn;
}

function groundOf<Item extends RenderedPart>(drawn: readonly Item[]): Item | null {
  const last = drawn.at(-1);
  const isSpace = last?.part.kind === "text" && SPACE_ONLY.test(last.part.text);
  const ground = isSpace ? drawn.at(-2) : last;
  return ground?.part.kind === "emote" ? ground : null;
}

/** The first characters of a line, whole parts as far as they go. */
export function foldParts(parts: readonly LinePart[], characters: number): LinePart[] {
  const folded: LinePart[] = [];
  let left = characters;
  for (const part of parts) {
    if (left <= 0) break;
    const isTooLong = part.text.length > left;
    if (isTooLong && part.kind !== "text") break;
    folded.push(isTooLong ? { ...part, text: wholeCharacters(part.text.slice(0, left)) } : part);
    left -= part.text.length;
  }
  return folded;
}

// A cut between the two halves of one character would show as a broken sign.
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}
