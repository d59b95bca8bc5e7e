import type { PublicQueueEntry } from "./public-pages.queries";

/** "3", "Called", "Playing" */
export function placeLabel({ position, state }: PublicQueueEntry): string {
  if (position !== null) return String(position);
  return state === "playing" ? "Playing" : "Called";
}

/** Places of the viewers with this name, one sentence per viewer. */
export function ownPlaceLabel(own: readonly PublicQueueEntry[], name: string, waiting: number): string {
  if (own.length === 0) return `${name} is not in this queue.`;
  return own.map((entry) => `${entry.name} ${placeInWords(entry, waiting)}.`).join(" ");
}

function placeInWords({ position, state }: PublicQueueEntry, waiting: number): string {
  if (position !== null) return `is number ${position} of ${waiting}`;
  return state === "playing" ? "is playing" : "is called: it's your turn";
}
