import type { Entry, EntryState, Queue, QueueEntries, QueueEvent } from "./queue-types";

/** Maximum number of finished entries that the server lists. */
const MAX_FINISHED = 50;
const FINISHED: ReadonlySet<EntryState> = new Set(["done", "skipped", "no_show"]);

export function isFinished({ state }: Entry): boolean {
  return FINISHED.has(state);
}

/** Waiting entries in the order of the queue. */
export function waitingOf(records: readonly Entry[]): Entry[] {
  return records.filter(({ state }) => state === "waiting").sort(byPlace);
}

/** Entries in this state, in the order in which they were called or started. */
export function entriesIn(records: readonly Entry[], state: EntryState): Entry[] {
  return records
    .filter((entry) => entry.state === state)
    .sort((one, two) => compare(startOf(one), startOf(two)) || byPlace(one, two));
}

/** Finished entries, the last finished one first. */
export function finishedOf(records: readonly Entry[]): Entry[] {
  return records.filter(isFinished).sort((one, two) => compare(two.finished_at ?? "", one.finished_at ?? ""));
}

const byPlace = (one: Entry, two: Entry) => compare(one.place, two.place) || compare(one.id, two.id);
const startOf = ({ started_at, called_at }: Entry) => started_at ?? called_at ?? "";
const compare = (one: string, two: string) => (one < two ? -1 : one > two ? 1 : 0);

/** A place right behind the entry, or at the front if undefined, to show until the server responds. */
export function placeBehind(entry: Entry | undefined): string {
  // "!" sorts before digits and letters.
  return `${entry?.place ?? ""}!`;
}

/** Replaces or adds the entries in `changed`, and removes those with an id in `removed`. */
export function withEntries(data: QueueEntries, changed: readonly Entry[], removed: readonly string[]): QueueEntries {
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  return trimFinished({ ...data, records: [...data.records.filter(({ id }) => !gone.has(id)), ...changed] });
}

/** Keeps only the last 50 finished entries of the queue's current session, as the server does. */
function trimFinished({ queue, records }: QueueEntries): QueueEntries {
  const finished = finishedOf(records).filter(({ finished_at }) => isSince(finished_at, queue.session_started_at));
  return { queue, records: [...records.filter((entry) => !isFinished(entry)), ...finished.slice(0, MAX_FINISHED)] };
}

function isSince(moment: string | null, start: string): boolean {
  return moment !== null && Date.parse(moment) >= Date.parse(start);
}

/** The entries of one queue after an event; undefined if they must be fetched again. */
export function applyToEntries(data: QueueEntries, event: QueueEvent): QueueEntries | undefined {
  if (event.type === "queue_changed")
    return event.queue.id === data.queue.id ? trimFinished({ ...data, ...event }) : data;
  if (event.queue_id !== data.queue.id) return data;
  if (event.type !== "queue_entries_changed") return undefined;
  const queue = { ...data.queue, round: event.round, counts: event.counts };
  return withEntries({ ...data, queue }, event.changed, event.removed);
}

/** The list of queues after an event. */
export function applyToList(list: Queue[], event: QueueEvent): Queue[] {
  if (event.type === "queue_changed") {
    const isKnown = list.some(({ id }) => id === event.queue.id);
    return isKnown ? list.map((one) => (one.id === event.queue.id ? event.queue : one)) : [...list, event.queue];
  }
  if (event.type === "queue_deleted") return list.filter(({ id }) => id !== event.queue_id);
  if (event.type !== "queue_entries_changed") return list;
  return list.map((one) => (one.id === event.queue_id ? { ...one, round: event.round, counts: event.counts } : one));
}

/** Whether a name or the note of an entry contains the query. */
export function matches({ name, login, game_name, note }: Entry, query: string): boolean {
  const text = [name, login, game_name, note].join(" ").toLocaleLowerCase();
  return text.includes(query.trim().toLocaleLowerCase());
}
