import type { OpenViewer } from "./card-container";

/** A card beside the chat; whoever takes the place of another in the same slot is given its way back. */
export interface OpenCard {
  slot: number;
  viewer: OpenViewer;
  isPinned: boolean;
  /** How often it was opened. */
  asked: number;
}

export const NO_CARDS: readonly OpenCard[] = [];

type Cards = readonly OpenCard[];

/** Only what is pinned stays beside the one that is opened, above it. */
export function openCard(cards: Cards, viewer: OpenViewer): Cards {
  if (cards.some((card) => isSame(card.viewer, viewer))) {
    return cards.map((card) => (isSame(card.viewer, viewer) ? { ...card, asked: card.asked + 1 } : card));
  }
  const pinned = cards.filter(({ isPinned }) => isPinned);
  const last = cards.findLast(({ isPinned }) => !isPinned);
  const slot = last?.slot ?? [0, 1].find((free) => pinned.every((card) => card.slot !== free)) ?? 0;
  return [...pinned, { slot, viewer, isPinned: false, asked: 1 }];
}

export function closeCard(cards: Cards, viewer: OpenViewer): Cards {
  return cards.filter((card) => !isSame(card.viewer, viewer));
}

/** At most one is pinned. */
export function togglePin(cards: Cards, viewer: OpenViewer): Cards {
  return cards.map((card) => ({ ...card, isPinned: isSame(card.viewer, viewer) && !card.isPinned }));
}

function isSame(one: OpenViewer, other: OpenViewer): boolean {
  return one.provider === other.provider && one.viewerId === other.viewerId;
}
