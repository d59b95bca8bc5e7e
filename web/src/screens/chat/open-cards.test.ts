import { expect, test } from "vitest";
import { closeCard, NO_CARDS, openCard, togglePin } from "./open-cards";

const juno = { provider: "twitch", viewerId: "1" };
const marek = { provider: "kick", viewerId: "2" };
const lena = { provider: "tiktok", viewerId: "3" };
const shown = (cards: typeof NO_CARDS) =>
  cards.map(({ viewer, isPinned }) => `${viewer.viewerId}${isPinned ? " pinned" : ""}`);

test("the card of another viewer replaces the open card in its slot", () => {
  const cards = openCard(openCard(NO_CARDS, juno), marek);
  expect(cards).toEqual([{ slot: 0, viewer: marek, isPinned: false, openCount: 1 }]);
});

test("a pinned card stays, and the next one opens below it", () => {
  const pinned = togglePin(openCard(NO_CARDS, juno), juno);
  const cards = openCard(openCard(pinned, marek), lena);
  expect(shown(cards)).toEqual(["1 pinned", "3"]);
  expect(cards.map(({ slot }) => slot)).toEqual([0, 1]);
});

test("pinning a card unpins the other one, which stays until the next card is opened", () => {
  const both = openCard(togglePin(openCard(NO_CARDS, juno), juno), marek);
  const swapped = togglePin(both, marek);
  expect(shown(swapped)).toEqual(["1", "2 pinned"]);
  expect(shown(openCard(swapped, lena))).toEqual(["2 pinned", "3"]);
  expect(shown(togglePin(both, juno))).toEqual(["1", "2"]);
  expect(shown(openCard(togglePin(both, juno), lena))).toEqual(["3"]);
});

test("opening an open card again only raises its open count", () => {
  const pinned = togglePin(openCard(NO_CARDS, juno), juno);
  expect(openCard(pinned, juno)).toEqual([{ slot: 0, viewer: juno, isPinned: true, openCount: 2 }]);
  const both = openCard(pinned, marek);
  expect(shown(openCard(both, juno))).toEqual(["1 pinned", "2"]);
  expect(openCard(both, marek)[1]).toEqual({ slot: 1, viewer: marek, isPinned: false, openCount: 2 });
});

test("closing a card leaves the other one open", () => {
  const both = openCard(togglePin(openCard(NO_CARDS, juno), juno), marek);
  expect(shown(closeCard(both, juno))).toEqual(["2"]);
  expect(shown(closeCard(both, marek))).toEqual(["1 pinned"]);
});
