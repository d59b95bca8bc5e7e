import type { OpenViewer } from "./card-container";

/** A viewer card beside the chat; a card that replaces another takes over its slot. */
export interface OpenCard {
  slot: number;
  viewer: OpenViewer;
  isPinned: boolean;
  openCount: number;
}

export const NO_CARDS: readonly OpenCard[] = [];

type Cards = readonly OpenCard[];

/** Opens a card and closes other cards except the pinned one; if the card is open, only raises its `openCount`. */
export function openCard(cards: Cards, viewer: OpenViewer): Cards {
  if (cards.some((card) => isSameViewer(card.viewer, viewer))) {
    return cards.map((card) => (isSameViewer(card.viewer, viewer) ? { ...card, openCount: card.openCount + 1 } : card));
  }
  const pinned = cards.filter(({ isPinned }) => isPinned);
  const last = cards.findLast(({ isPinned }) => !isPinned);
  const slot = last?.slot ?? [0, 1].find((candidate) => pinned.every((card) => card.slot !== candidate)) ?? 0;
  return [...pinned, { slot, viewer, isPinned: false, openCount: 1 }];
}

export function closeCard(cards: Cards, viewer: OpenViewer): Cards {
  return cards.filter((card) => !isSameViewer(card.viewer, viewer));
}

/** Pins or unpins a card; at most one card is pinned. */
export function togglePin(cards: Cards, viewer: OpenViewer): Cards {
  return cards.map((card) => ({ ...card, isPinned: isSameViewer(card.viewer, viewer) && !card.isPinned }));
}

function isSameViewer(viewer: OpenViewer, other: OpenViewer): boolean {
  return viewer.provider === other.provider && viewer.viewerId === other.viewerId;
}
