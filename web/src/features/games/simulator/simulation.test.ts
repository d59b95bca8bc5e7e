import { expect, test } from "vitest";
import { toNumber } from "../odds/fraction";
import { oddsOf, roulettePrizes, slotsPrizes } from "../odds/odds";
import vectors from "../odds/odds-vectors.json";
import { expectation, normalShare, ROUNDS, randomNumbers, STEPS, simulate } from "./simulation";

const houseFavoured = { total: 100n, list: [{ ways: 45n, multiplier: 200n }] };

test("the same seed gives the same run, another seed gives a different run", async () => {
  const [one, same, other] = await Promise.all([
    simulate(houseFavoured, 100, 7),
    simulate(houseFavoured, 100, 7),
    simulate(houseFavoured, 100, 8),
  ]);
  expect(one).toEqual(same);
  expect(one.house).not.toEqual(other.house);
  expect([one.house[0], one.house.length]).toEqual([0, STEPS + 1]);
});

test("payouts are rounded down, as in chat", async () => {
  const always = { total: 1n, list: [{ ways: 1n, multiplier: 150n }] };
  expect((await simulate(always, 1, 1)).house.at(-1)).toBe(0);
  expect((await simulate(always, 10, 1)).house.at(-1)).toBe(-5 * ROUNDS);
});

test("the share that a million rounds pay back is within four standard errors of the return to player", async () => {
  const slots = slotsPrizes(vectors[6]?.settings as Parameters<typeof slotsPrizes>[0]);
  const roulette = roulettePrizes({ win_chance: 33, multiplier: 2.87 });
  for (const prizes of [slots, roulette]) {
    if (!prizes) throw new Error("no prizes");
    const runs = await Promise.all(Array.from({ length: 100 }, (_, seed) => simulate(prizes, 100, seed)));
    const rounds = 100 * ROUNDS;
    const returned = 1 - runs.reduce((sum, { house }) => sum + (house.at(-1) ?? 0), 0) / (100 * rounds);
    const odds = oddsOf(prizes);
    const limit = 4 * Math.sqrt(toNumber(odds.variance) / rounds);
    expect(Math.abs(returned - toNumber(odds.returnToPlayer))).toBeLessThan(limit);
  }
});

test("the house's average balance after all rounds, and the limits of 95 of 100 runs, follow from the odds", () => {
  const { mean, low, high, houseAhead } = expectation(
    oddsOf({ total: 100n, list: [{ ways: 52n, multiplier: 200n }] }),
    100,
  );
  expect([mean.at(-1), low.at(-1), high.at(-1)].map((value) => Math.round((value ?? 0) / 100) * 100)).toEqual([
    -40_000, -59_600, -20_400,
  ]);
  expect(1 / houseAhead).toBeGreaterThan(20_000);
  expect(normalShare(0)).toBeCloseTo(0.5, 6);
  expect(normalShare(1.96)).toBeCloseTo(0.975, 4);
});

test("random numbers are spread evenly", () => {
  const random = randomNumbers(42);
  const counts = Array.from({ length: 10 }, () => 0);
  for (let round = 0; round < 10_000; round += 1) {
    const bucket = Math.floor(random() * 10);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(880);
  expect(Math.max(...counts)).toBeLessThan(1120);
});
