import type { PaletteItem } from "./palette-item";

/** The items that carry every typed word, those whose name starts with the text first; the given order otherwise. */
export function rank(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const text = fold(typed);
  const words = text.split(/\s+/).filter(Boolean);
  const hits = items.filter(({ label, hint = "" }) => {
    const haystack = fold(`${label} ${hint}`);
    return words.every((word) => haystack.includes(word));
  });
  return hits.toSorted((one, other) => score(other, text) - score(one, text));
}

function score({ label }: PaletteItem, text: string): number {
  return text !== "" && fold(label).startsWith(text) ? 1 : 0;
}

// Accents and case are how a name is written, not what somebody in a hurry types.
function fold(text: string): string {
  return text
    .trim()
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}
