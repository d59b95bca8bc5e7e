import type { PaytableLine, SlotSymbol, SlotsSettings } from "../game-types";
import { ANY } from "../odds/odds";

type Symbols = Pick<SlotsSettings, "symbols" | "paytable">;

const NO_SYMBOL = -1;

/**
 * Changes the symbols of a draft, and renames them in its paytable. The draft only has their texts, and while they are
 * typed two symbols can have the same text: for each line it is remembered which symbols it has.
 */
export class SymbolPlaces {
  private symbols: readonly SlotSymbol[] = [];
  private indexes = new WeakMap<PaytableLine, readonly number[]>();

  add(draft: Symbols): Symbols {
    return this.replace(draft, [...draft.symbols, { symbol: "", weight: 1 }], (index) => index);
  }

  change(draft: Symbols, changed: number, part: Partial<SlotSymbol>): Symbols {
    const symbols = draft.symbols.map((symbol, index) => (index === changed ? { ...symbol, ...part } : symbol));
    return this.replace(draft, symbols, (index) => index);
  }

  /** Removes a symbol and the lines that have it. */
  remove(draft: Symbols, removed: number): Symbols {
    const symbols = draft.symbols.filter((_, index) => index !== removed);
    const kept = {
      ...draft,
      paytable: draft.paytable.filter((line) => !this.indexesOf(line, draft).includes(removed)),
    };
    return this.replace(kept, symbols, (index) => (index > removed ? index - 1 : index));
  }

  private replace(draft: Symbols, symbols: SlotSymbol[], newIndexOf: (index: number) => number): Symbols {
    const paytable = draft.paytable.map((line) => {
      const indexes = this.indexesOf(line, draft).map(newIndexOf);
      const next = { ...line, symbols: line.symbols.map((text, reel) => symbols[indexes[reel] ?? -1]?.symbol ?? text) };
      return { next, indexes };
    });
    this.symbols = symbols;
    this.indexes = new WeakMap(paytable.map(({ next, indexes }) => [next, indexes]));
    return { symbols, paytable: paytable.map(({ next }) => next) };
  }

  /** The indexes of the line's symbols; by text, unless the symbols are those of the last change. */
  private indexesOf(line: PaytableLine, { symbols }: Symbols): readonly number[] {
    const known = symbols === this.symbols ? this.indexes.get(line) : undefined;
    if (known) return known;
    return line.symbols.map((text) => (text === ANY ? NO_SYMBOL : symbols.findIndex(({ symbol }) => symbol === text)));
  }
}
