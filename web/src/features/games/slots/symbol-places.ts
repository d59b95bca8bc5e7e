import type { PaytableLine, SlotSymbol, SlotsSettings } from "../game-types";
import { ANY } from "../odds/odds";

type Symbols = Pick<SlotsSettings, "symbols" | "paytable">;

/** Which symbols of a draft the three of a line are. */
interface Places {
  symbols: readonly SlotSymbol[];
  indexes: readonly number[];
}

const NO_SYMBOL = -1;

/**
 * The draft only has the texts of its symbols, and while they are typed two symbols can have the same text: for each
 * line it is remembered which symbols it has. The key is the line's list of symbols, which a new multiplier leaves as it
 * is.
 */
const PLACES = new WeakMap<readonly string[], Places>();

export function addSymbol(draft: Symbols): Symbols {
  return replace(draft, [...draft.symbols, { symbol: "", weight: 1 }], (index) => index);
}

/** Changes a symbol, and its text in the paytable. */
export function changeSymbol(draft: Symbols, changed: number, part: Partial<SlotSymbol>): Symbols {
  const symbols = draft.symbols.map((symbol, index) => (index === changed ? { ...symbol, ...part } : symbol));
  return replace(draft, symbols, (index) => index);
}

/** Removes a symbol and the lines that have it. */
export function removeSymbol(draft: Symbols, removed: number): Symbols {
  const symbols = draft.symbols.filter((_, index) => index !== removed);
  const kept = { ...draft, paytable: draft.paytable.filter((line) => !indexesOf(line, draft).includes(removed)) };
  return replace(kept, symbols, (index) => (index > removed ? index - 1 : index));
}

/** The symbols of a line with another one on a reel. */
export function changeReel(draft: Symbols, line: PaytableLine, reel: number, text: string): string[] {
  const indexes = indexesOf(line, draft).with(reel, indexOf(text, draft));
  return remember(line.symbols.with(reel, text), { symbols: draft.symbols, indexes });
}

function replace(draft: Symbols, symbols: SlotSymbol[], newIndexOf: (index: number) => number): Symbols {
  const paytable = draft.paytable.map((line) => {
    const indexes = indexesOf(line, draft).map(newIndexOf);
    const texts = line.symbols.map((text, reel) => symbols[indexes[reel] ?? NO_SYMBOL]?.symbol ?? text);
    return { ...line, symbols: remember(texts, { symbols, indexes }) };
  });
  return { symbols, paytable };
}

function remember(texts: string[], places: Places): string[] {
  PLACES.set(texts, places);
  return texts;
}

/** The indexes of the line's symbols; by text, unless the symbols are those of the last change. */
function indexesOf({ symbols: texts }: PaytableLine, draft: Symbols): readonly number[] {
  const known = PLACES.get(texts);
  if (known?.symbols === draft.symbols) return known.indexes;
  return texts.map((text) => indexOf(text, draft));
}

function indexOf(text: string, { symbols }: Symbols): number {
  return text === ANY ? NO_SYMBOL : symbols.findIndex(({ symbol }) => symbol === text);
}
