import type { RouletteSettings, SlotSymbol, SlotsSettings } from "../game-types";
import { type Fraction, fraction } from "./fraction";

/** How often a bet of 1 wins, what it pays back on average, and the variance of what it pays back. */
export interface Odds {
  chance: Fraction;
  returnToPlayer: Fraction;
  variance: Fraction;
}

/** A prize: how many of all equally likely results win it, and its multiplier in hundredths. */
export interface Prize {
  ways: bigint;
  multiplier: bigint;
}

/** Every prize of a game; `total` is the number of equally likely results, with and without a prize. */
export interface Prizes {
  total: bigint;
  list: readonly Prize[];
}

export type RouletteOdds = Pick<RouletteSettings, "win_chance" | "multiplier">;
export type SlotsOdds = Pick<SlotsSettings, "symbols" | "paytable">;

/** Symbol of the paytable that matches any symbol. */
export const ANY = "*";

/** The odds as exact fractions, equal to those that the server computes. */
export function oddsOf({ total, list }: Prizes): Odds {
  const sum = (part: (prize: Prize) => bigint) => list.reduce((before, prize) => before + part(prize), 0n);
  const mean = sum(({ ways, multiplier }) => ways * multiplier);
  const square = sum(({ ways, multiplier }) => ways * multiplier * multiplier);
  return {
    chance: fraction(
      sum(({ ways }) => ways),
      total,
    ),
    returnToPlayer: fraction(mean, 100n * total),
    variance: fraction(square * total - mean * mean, 10_000n * total * total),
  };
}

/** The only prize of roulette; null while a field is empty or invalid. */
export function roulettePrizes({ win_chance, multiplier }: RouletteOdds): Prizes | null {
  if (!Number.isInteger(win_chance) || win_chance < 1 || win_chance > 99 || !isMultiplier(multiplier)) return null;
  return { total: 100n, list: [{ ways: BigInt(win_chance), multiplier: hundredths(multiplier) }] };
}

/** The prizes of slots, one for each winning combination; null while a field is empty or invalid. */
export function slotsPrizes({ symbols, paytable }: SlotsOdds): Prizes | null {
  const isComplete =
    symbols.length > 0 &&
    symbols.every(({ weight }) => Number.isInteger(weight) && weight > 0) &&
    paytable.every(({ multiplier }) => isMultiplier(multiplier));
  if (!isComplete) return null;
  const total = BigInt(symbols.reduce((sum, { weight }) => sum + weight, 0)) ** 3n;
  const list = spins(symbols)
    .map(({ shown, ways }) => ({ ways, multiplier: highestMultiplier(paytable, shown) }))
    .filter(({ multiplier }) => multiplier > 0n);
  return { total, list };
}

interface Spin {
  shown: readonly string[];
  ways: bigint;
}

/** Every combination of three symbols, whatever their order, with the number of results that show it. */
function spins(symbols: readonly SlotSymbol[]): Spin[] {
  return symbols.flatMap((first, i) =>
    symbols.slice(i).flatMap((second, j) =>
      symbols.slice(i + j).map((third, k) => ({
        shown: [first.symbol, second.symbol, third.symbol],
        ways: BigInt(orders(j, k)) * BigInt(first.weight) * BigInt(second.weight) * BigInt(third.weight),
      })),
    ),
  );
}

/** Number of different orders of three symbols; `toSecond` or `toThird` is 0 if a symbol equals the one before it. */
function orders(toSecond: number, toThird: number): number {
  if (toSecond === 0 && toThird === 0) return 1;
  return toSecond === 0 || toThird === 0 ? 3 : 6;
}

function highestMultiplier(paytable: SlotsOdds["paytable"], shown: readonly string[]): bigint {
  return paytable
    .filter((line) => matches(line.symbols, shown))
    .reduce((most, { multiplier }) => (hundredths(multiplier) > most ? hundredths(multiplier) : most), 0n);
}

/** Whether the reels show the wanted symbols, in any order; `ANY` matches every symbol. */
export function matches(wanted: readonly string[], shown: readonly string[]): boolean {
  const count = (list: readonly string[], symbol: string) => list.filter((each) => each === symbol).length;
  return wanted.every((symbol) => symbol === ANY || count(shown, symbol) >= count(wanted, symbol));
}

/** The multiplier in hundredths: an exact number, because a multiplier has at most two decimals. */
export function hundredths(multiplier: number): bigint {
  return BigInt(Math.round(multiplier * 100));
}

function isMultiplier(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
