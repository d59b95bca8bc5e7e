import { expect, test } from "vitest";
import {
  canBeArchived,
  chanceLabel,
  countdownLabel,
  eligibilityLabel,
  isPaidBack,
  leftOutLabel,
  priceLabel,
  ticketLabel,
  weightLabel,
} from "./giveaway-labels";
import { testGiveaway } from "./test-giveaway";

test("rules are labelled in plain words", () => {
  const plain = testGiveaway();
  expect([eligibilityLabel(plain), leftOutLabel(plain), weightLabel(plain)]).toEqual([
    "Everyone",
    "Staff",
    "Same for everyone",
  ]);
  const strict = testGiveaway({
    min_level: 1,
    follow_days: 7,
    watch_minutes: 30,
    past_winner_days: 30,
    weights: { sub: 2, vip: 1, mod: 1 },
    ticket_cost: 1500,
    max_tickets: 3,
  });
  expect(eligibilityLabel(strict)).toBe("Sub and higher, followers for 7 days, 30 minutes watched");
  expect(leftOutLabel(strict)).toBe("Staff and winners of the last 30 days");
  expect(weightLabel(strict)).toBe("Subs 2×");
  expect(ticketLabel(strict, "pinecones")).toBe("1,500 pinecones, up to 3 each");
});

test("a chance is a share of all tickets", () => {
  expect([chanceLabel(3, 412), chanceLabel(1, 1), chanceLabel(0, 0)]).toEqual(["0.73 %", "100 %", "–"]);
});

test("a countdown has minutes and seconds", () => {
  expect([countdownLabel(42), countdownLabel(60), countdownLabel(3600)]).toEqual(["0:42", "1:00", "60:00"]);
});

test("a giveaway can be archived after the draw, or when it is closed and no viewer entered", () => {
  expect(canBeArchived({ state: "drawn", entry_count: 3 })).toBe(true);
  expect(canBeArchived({ state: "closed", entry_count: 0 })).toBe(true);
  expect(canBeArchived({ state: "closed", entry_count: 3 })).toBe(false);
  expect(canBeArchived({ state: "open", entry_count: 0 })).toBe(false);
});

test("viewers see what a ticket costs", () => {
  const prices = [0, 1, 1500].map((cost) => priceLabel({ ticket_cost: cost }));
  expect(prices).toEqual(["", "A ticket costs 1 point", "A ticket costs 1,500 points"]);
});

test("deleting a giveaway pays tickets back if they cost points and no viewer has won", () => {
  expect(isPaidBack(testGiveaway({ ticket_cost: 10, seed: "5eed", winner_count: 0 }))).toBe(true);
  expect(isPaidBack(testGiveaway({ ticket_cost: 10, winner_count: 1 }))).toBe(false);
  expect(isPaidBack(testGiveaway({ ticket_cost: 0 }))).toBe(false);
});
