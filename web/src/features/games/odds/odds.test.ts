import { expect, test } from "vitest";
import { type Odds, oddsOf, type Prizes, roulettePrizes, slotsPrizes } from "./odds";
import vectors from "./odds-vectors.json";

type Vector = (typeof vectors)[number];

function prizesOf({ game, settings }: Vector): Prizes | null {
  // The cast is safe: each test vector has the settings of its game.
  if (game === "roulette") return roulettePrizes(settings as Parameters<typeof roulettePrizes>[0]);
  return slotsPrizes(settings as Parameters<typeof slotsPrizes>[0]);
}

function texts({ chance, returnToPlayer, variance }: Odds): string[] {
  return [chance, returnToPlayer, variance].map(({ top, bottom }) => (bottom === 1n ? `${top}` : `${top}/${bottom}`));
}

test.each(vectors.map((vector, index) => ({ vector, index })))(
  "the odds of test vector $index are exact, as on the server",
  ({ vector }) => {
    const prizes = prizesOf(vector);
    expect(prizes && texts(oddsOf(prizes))).toEqual([vector.chance, vector.return_to_player, vector.variance]);
  },
);

test("there are no odds while a field is empty or invalid", () => {
  expect(roulettePrizes({ win_chance: Number.NaN, multiplier: 2 })).toBeNull();
  expect(roulettePrizes({ win_chance: 100, multiplier: 2 })).toBeNull();
  expect(roulettePrizes({ win_chance: 45, multiplier: 0 })).toBeNull();
  const line = { symbols: ["A", "A", "A"], multiplier: 5 };
  expect(slotsPrizes({ symbols: [{ symbol: "A", weight: 0 }], paytable: [line] })).toBeNull();
  expect(slotsPrizes({ symbols: [], paytable: [line] })).toBeNull();
  const incomplete = { ...line, multiplier: Number.NaN };
  expect(slotsPrizes({ symbols: [{ symbol: "A", weight: 1 }], paytable: [incomplete] })).toBeNull();
});
