import type { PaytableLine } from "../game-types";
import { toNumber } from "./fraction";
import { hundredths, oddsOf, type SlotsOdds, slotsPrizes } from "./odds";

const LOWEST = 0.01;
const HIGHEST = 10_000;
const LOWEST_OF_ROULETTE = 1.01;

/** The highest multiplier with which roulette returns at most this percentage. */
export function solveRoulette(winChance: number, targetPercent: number): number {
  return limited(Math.floor((targetPercent * 100) / winChance) / 100, LOWEST_OF_ROULETTE);
}

/** The highest chance in percent with which the house still wins; 1 if there is none. */
export function highestChance(multiplier: number): number {
  return Math.min(99, Math.max(1, Math.ceil(10_000 / Number(hundredths(multiplier))) - 1));
}

/**
 * All multipliers times the same number, so that slots return at most this percentage; rounded down to hundredths.
 * The order of the lines stays, so each spin is paid by the same line as before.
 */
export function solveSlots({ symbols, paytable }: SlotsOdds, targetPercent: number): PaytableLine[] | null {
  const prizes = slotsPrizes({ symbols, paytable });
  const now = prizes && toNumber(oddsOf(prizes).returnToPlayer);
  if (!now) return null;
  const factor = targetPercent / 100 / now;
  return paytable.map((line) => ({
    ...line,
    multiplier: limited(Math.floor(line.multiplier * factor * 100 + 1e-9) / 100, LOWEST),
  }));
}

function limited(multiplier: number, lowest: number): number {
  return Math.min(HIGHEST, Math.max(lowest, multiplier));
}
