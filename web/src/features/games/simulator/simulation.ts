import { toNumber } from "../odds/fraction";
import type { Odds, Prizes } from "../odds/odds";

export const ROUNDS = 10_000;
/** Number of steps of a run; the chart has a point before the first step and one after each step. */
export const STEPS = 200;
const ROUNDS_PER_STEP = ROUNDS / STEPS;
const STEPS_PER_SLICE = 20;
/** In a normal distribution, 95 of 100 results are within this many standard deviations. */
const WITHIN_95 = 1.96;

export interface Run {
  seed: number;
  bet: number;
  /** Balance of the house before the first round and after each step; begins with 0. */
  house: readonly number[];
}

/** Returns a generator of random numbers from 0 to below 1 (mulberry32); the same seed gives the same numbers. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Plays all rounds in slices; between two slices the page responds to input. */
export async function simulate(prizes: Prizes, bet: number, seed: number): Promise<Run> {
  const draw = payouts(prizes, bet, randomNumbers(seed));
  const house = [0];
  let balance = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    for (let round = 0; round < ROUNDS_PER_STEP; round += 1) balance += bet - draw();
    house.push(balance);
    if (step % STEPS_PER_SLICE === 0) await nextTask();
  }
  return { seed, bet, house };
}

/** Returns a function that draws what one round pays. */
function payouts({ total, list }: Prizes, bet: number, random: () => number): () => number {
  let end = 0;
  const prizes = list.map(({ ways, multiplier }) => {
    end += Number(ways) / Number(total);
    return { end, paid: Math.floor((bet * Number(multiplier)) / 100) };
  });
  return () => {
    const drawn = random();
    return prizes.find((prize) => drawn < prize.end)?.paid ?? 0;
  };
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

export interface Expectation {
  /** Average balance of the house, at the same steps as `Run.house`. */
  mean: readonly number[];
  /** At each step, 95 of 100 runs are between `low` and `high`. */
  low: readonly number[];
  high: readonly number[];
  /** How often the house is ahead after all rounds, from 0 to 1. */
  houseAhead: number;
}

export function expectation({ returnToPlayer, variance }: Odds, bet: number): Expectation {
  const edge = bet * (1 - toNumber(returnToPlayer));
  const deviation = bet * Math.sqrt(toNumber(variance));
  const rounds = Array.from({ length: STEPS + 1 }, (_, step) => step * ROUNDS_PER_STEP);
  const limit = (sign: number) => rounds.map((count) => edge * count + sign * WITHIN_95 * deviation * Math.sqrt(count));
  const finalDeviation = deviation * Math.sqrt(ROUNDS);
  return {
    mean: rounds.map((count) => edge * count),
    low: limit(-1),
    high: limit(1),
    houseAhead: finalDeviation === 0 ? Number(edge > 0) : normalShare((edge * ROUNDS) / finalDeviation),
  };
}

/** Share of a normal distribution below this many standard deviations (Abramowitz and Stegun, 7.1.26). */
export function normalShare(deviations: number): number {
  const x = Math.abs(deviations) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const tail = (terms.reduce((sum, term) => (sum + term) * t, 0) * Math.exp(-x * x)) / 2;
  return deviations < 0 ? tail : 1 - tail;
}
