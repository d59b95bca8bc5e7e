import { expect, test } from "vitest";
import { toNumber } from "./fraction";
import { oddsOf, roulettePrizes, slotsPrizes } from "./odds";
import { highestChance, solveRoulette, solveSlots } from "./solver";

const symbols = [
  { symbol: "A", weight: 5 },
  { symbol: "B", weight: 3 },
  { symbol: "C", weight: 2 },
];
const paytable = [
  { symbols: ["C", "C", "C"], multiplier: 50 },
  { symbols: ["B", "B", "*"], multiplier: 3 },
  { symbols: ["A", "*", "*"], multiplier: 0.5 },
];

function returned(prizes: ReturnType<typeof slotsPrizes>): number {
  return prizes ? toNumber(oddsOf(prizes).returnToPlayer) : Number.NaN;
}

test.each([1, 33, 45, 50, 94])(
  "the roulette multiplier for a win chance of %i percent returns at most 95 percent",
  (win_chance) => {
    const multiplier = solveRoulette(win_chance, 95);
    const more = { win_chance, multiplier: multiplier + 0.01 };
    expect(returned(roulettePrizes({ win_chance, multiplier }))).toBeLessThanOrEqual(0.95);
    expect(returned(roulettePrizes(more))).toBeGreaterThan(0.95);
  },
);

test("the solved multiplier of roulette is never below 1.01", () => {
  expect(solveRoulette(99, 50)).toBe(1.01);
});

test.each([20, 95, 100])("the solved multipliers of slots return almost %i percent, never more", (target) => {
  const solved = solveSlots({ symbols, paytable }, target);
  const now = returned(slotsPrizes({ symbols, paytable: solved ?? [] }));
  expect(now).toBeLessThanOrEqual(target / 100);
  expect(now).toBeGreaterThan(target / 100 - 0.01);
});

test("slots without a prize cannot be solved", () => {
  expect(solveSlots({ symbols, paytable: [] }, 95)).toBeNull();
});

test.each([
  [2, 49],
  [1.01, 99],
  [3, 33],
  [99.99, 1],
])("with a multiplier of %d the suggested win chance is %i percent", (multiplier, chance) => {
  expect(highestChance(multiplier)).toBe(chance);
});

test.each([100, 10_000])(
  "with a multiplier of %d no win chance is suggested, because the house does not win even at 1 percent",
  (multiplier) => {
    expect(highestChance(multiplier)).toBeNull();
  },
);
