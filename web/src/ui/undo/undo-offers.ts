import { useSyncExternalStore } from "react";

/** An action that the Undo bar offers to undo. */
export interface UndoOffer {
  id: number;
  /** Id of the channel: the bar of another channel does not show the offer. */
  channelId: string;
  /** "Banned", before the name. */
  verb: string;
  /** Whom the action is about; empty if it is about no single viewer. */
  name: string;
  /** "on Twitch for 10 m", after the name. */
  suffix: string;
  /** Identify what the offer is about, such as log entries: a later change of one of them withdraws the offer. */
  keys: readonly string[];
  /** Milliseconds since the epoch. */
  expiresAt: number;
  run: () => void;
}

export const UNDO_MS = 10_000;

let offers: readonly UndoOffer[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function keepOnly(isKept: (offer: UndoOffer) => boolean): void {
  const remaining = offers.filter(isKept);
  if (remaining.length === offers.length) return;
  for (const { id } of offers.filter((offer) => !isKept(offer))) {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }
  setOffers(remaining);
}

function setOffers(next: readonly UndoOffer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}

/** Offers Undo for 10 s. */
export function offerUndo(offer: Omit<UndoOffer, "id" | "expiresAt">): void {
  lastId += 1;
  const id = lastId;
  timers.set(
    id,
    setTimeout(() => keepOnly((other) => other.id !== id), UNDO_MS),
  );
  setOffers([...offers, { ...offer, id, expiresAt: Date.now() + UNDO_MS }]);
}

/** Removes the offers with one of these keys, because a later action changed what they would undo. */
export function withdrawUndo(...keys: readonly string[]): void {
  keepOnly((offer) => !offer.keys.some((key) => keys.includes(key)));
}

/** Undoes an offered action, once. */
export function takeUndo(offer: UndoOffer): void {
  if (!offers.includes(offer)) return;
  keepOnly((other) => other !== offer);
  offer.run();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentUndoOffers(): readonly UndoOffer[] {
  return offers;
}

export function clearUndoOffers(): void {
  keepOnly(() => false);
}

/** Whether there is something to undo in the channel. */
export function useHasUndo(channelId: string): boolean {
  return useSyncExternalStore(subscribe, () => offers.some((offer) => offer.channelId === channelId));
}

export function useUndoOffers(): readonly UndoOffer[] {
  return useSyncExternalStore(subscribe, currentUndoOffers);
}
