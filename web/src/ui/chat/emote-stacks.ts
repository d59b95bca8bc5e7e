import type { LinePart } from "../../api/chat";

/** A part to render, with the zero-width emotes that lie over it if it is an emote. */
export interface RenderedPart {
  part: LinePart;
  overlays: readonly LinePart[];
}

const SPACE_ONLY = /^\s*$/;

/** Stacks each zero-width emote on the emote before it and drops the spaces between them. */
export function stackEmotes(parts: readonly LinePart[]): RenderedPart[] {
  const rendered: { part: LinePart; overlays: LinePart[] }[] = [];
  for (const part of parts) {
    const base = part.kind === "emote" && part.is_zero_width ? baseEmoteOf(rendered) : null;
    if (!base) rendered.push({ part, overlays: [] });
    else {
      base.overlays.push(part);
      if (rendered.at(-1) !== base) rendered.pop();
    }
  }
  return rendered;
}

function baseEmoteOf<Item extends RenderedPart>(rendered: readonly Item[]): Item | null {
  const last = rendered.at(-1);
  const isSpace = last?.part.kind === "text" && SPACE_ONLY.test(last.part.text);
  const base = isSpace ? rendered.at(-2) : last;
  return base?.part.kind === "emote" ? base : null;
}

/** The parts of a message up to a number of characters; text is cut there, any other part is left out as a whole. */
export function foldParts(parts: readonly LinePart[], characters: number): LinePart[] {
  const folded: LinePart[] = [];
  let remaining = characters;
  for (const part of parts) {
    if (remaining <= 0) break;
    const isTooLong = part.text.length > remaining;
    if (isTooLong && part.kind !== "text") break;
    folded.push(isTooLong ? { ...part, text: wholeCharacters(part.text.slice(0, remaining)) } : part);
    remaining -= part.text.length;
  }
  return folded;
}

// A cut inside a surrogate pair would show a broken character.
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}
