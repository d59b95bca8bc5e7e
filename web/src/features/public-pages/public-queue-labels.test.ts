import { expect, test } from "vitest";
import type { PublicQueueEntry } from "./public-pages.queries";
import { ownPlaceLabel, placeLabel } from "./public-queue-labels";

function entry(overrides: Partial<PublicQueueEntry>): PublicQueueEntry {
  return { name: "Juno", provider: "twitch", position: null, state: "waiting", ...overrides };
}

test("a waiting viewer has a number, a called or playing viewer has a state", () => {
  const shown = [entry({ position: 3 }), entry({ state: "called" }), entry({ state: "playing" })].map(placeLabel);
  expect(shown).toEqual(["3", "Called", "Playing"]);
});

test("the label has the place of every viewer with the entered name", () => {
  const own = [entry({ state: "called" }), entry({ position: 3, provider: "kick" })];
  expect(ownPlaceLabel(own, "juno", 12)).toBe("Juno is called: it's your turn. Juno is number 3 of 12.");
  expect(ownPlaceLabel([], "kes", 12)).toBe("kes is not in this queue.");
});
