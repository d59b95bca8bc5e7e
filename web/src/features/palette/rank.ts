import type { PaletteItem } from "./palette-item";

/** Items that contain every typed word; items whose label starts with the text come first. */
export function rank(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const text = normalize(typed);
  const words = text.split(/\s+/).filter(Boolean);
  const hits = items.filter(({ label, hint = "", keywords = "" }) => {
    const haystack = normalize(`${label} ${hint} ${keywords}`);
    return words.every((word) => haystack.includes(word));
  });
  return hits.toSorted((one, other) => score(other, text) - score(one, text));
}

function score({ label }: PaletteItem, text: string): number {
  return text !== "" && normalize(label).startsWith(text) ? 1 : 0;
}

// Ignores accents and case.
function normalize(text: string): string {
  return text
    .trim()
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}
