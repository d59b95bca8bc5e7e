import type { PaytableLine } from "../game-types";
import { toNumber } from "./fraction";
import { hundredths, oddsOf, type SlotsOdds, slotsPrizes } from "./odds";

const MIN_MULTIPLIER = 0.01;
const MAX_MULTIPLIER = 10_000;
const MIN_ROULETTE_MULTIPLIER = 1.01;

/** The highest multiplier with which roulette returns at most this percentage, but at least 1.01. */
export function solveRoulette(winChance: number, targetPercent: number): number {
  return clampMultiplier(Math.floor((targetPercent * 100) / winChance) / 100, MIN_ROULETTE_MULTIPLIER);
}

/** The highest chance in whole percent with which the house still wins; null if there is no such chance. */
export function highestChance(multiplier: number): number | null {
  const chance = Math.ceil(10_000 / Number(hundredths(multiplier))) - 1;
  return chance < 1 ? null : Math.min(99, chance);
}

/**
 * The paytable with all multipliers scaled by one factor and rounded down, so that slots return at most this
 * percentage, or more if a multiplier would be below 0.01. Null while a field is invalid, or if no combination pays.
 */
export function solveSlots({ symbols, paytable }: SlotsOdds, targetPercent: number): PaytableLine[] | null {
  const prizes = slotsPrizes({ symbols, paytable });
  const now = prizes && toNumber(oddsOf(prizes).returnToPlayer);
  if (!now) return null;
  const factor = targetPercent / 100 / now;
  return paytable.map((line) => ({
    ...line,
    multiplier: clampMultiplier(Math.floor(line.multiplier * factor * 100 + 1e-9) / 100, MIN_MULTIPLIER),
  }));
}

function clampMultiplier(multiplier: number, min: number): number {
  return Math.min(MAX_MULTIPLIER, Math.max(min, multiplier));
}
