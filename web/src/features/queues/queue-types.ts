import type { components } from "../../api/schema";

export type Schemas = components["schemas"];

export type Queue = Schemas["QueueOut"];
export type Entry = Schemas["QueueEntryOut"];
export type EntryState = Entry["state"];
export type QueueEntries = Schemas["QueueEntriesOut"];
export type ViewerTurns = Schemas["QueueViewerTurns"];
export type QueueDraft = Required<Schemas["QueueIn"]>;

/** Live messages on a channel's queues topic. */
export type QueueEvent = Extract<
  Schemas[keyof Schemas],
  { type: "queue_changed" | "queue_deleted" | "queue_entries_changed" | "queue_reset" }
>;
