import { formatNumber } from "../../../lib/locale";
import type { Entry } from "../points.queries";

export type EntryFilter = "all" | "earned" | "games" | "hand";

const TITLES: Record<Entry["reason"], string> = {
  watched: "Watched",
  chatted: "Chat message",
  activity: "Follow, sub or gift",
  adjusted: "Changed by hand",
  imported: "Imported",
  given: "Given to another viewer",
  received: "Received from another viewer",
  command: "Command",
  refund: "Refund",
  bet: "Bet",
  won: "Won",
  tickets: "Giveaway tickets",
  queue: "Viewer queue",
  linked: "Accounts linked",
  unlinked: "Accounts unlinked",
  undone: "Undo",
};

const REASONS_BY_FILTER: Record<Exclude<EntryFilter, "all">, readonly Entry["reason"][]> = {
  earned: ["watched", "chatted", "activity"],
  games: ["bet", "won", "refund", "tickets"],
  hand: ["adjusted", "imported", "undone"],
};

export function entryTitle({ reason, delta, actor_name }: Pick<Entry, "reason" | "delta" | "actor_name">): string {
  if (reason === "adjusted" && actor_name) return `${delta < 0 ? "Taken" : "Added"} by ${actor_name}`;
  if (reason === "undone" && actor_name) return `Undone by ${actor_name}`;
  return TITLES[reason];
}

/** A change of a balance with its sign: "+500", "−250", "0". */
export function deltaLabel(delta: number): string {
  const sign = delta < 0 ? "−" : "+";
  return `${delta === 0 ? "" : sign}${formatNumber(Math.abs(delta))}`;
}

export function isShown(entry: Pick<Entry, "reason">, filter: EntryFilter): boolean {
  return filter === "all" || REASONS_BY_FILTER[filter].includes(entry.reason);
}
