/** Position in a topic: the server's epoch and the number of the last event seen. */
export interface Position {
  epoch: string;
  seq: number;
}

export type TopicFrame =
  | { type: "denied"; topic: string }
  | ({ type: "subscribed"; topic: string } & Position)
  | ({ type: "refetch"; topic: string } & Position)
  | ({ type: "events"; topic: string; events: unknown[] } & Position);

export interface Step {
  position: Position;
  events: unknown[];
  refetch: boolean;
}

/** Returns the position after a frame, with the events to handle or the need to refetch. */
export function advance(position: Position | null, frame: Exclude<TopicFrame, { type: "denied" }>): Step {
  if (frame.type === "subscribed") return subscribed(position, frame);
  if (frame.type === "refetch") return refetchAt(frame);
  if (position?.epoch !== frame.epoch) return refetchAt(frame);
  return received(position, frame.seq, frame.events);
}

// The position stays: missed events that the server still has follow this frame and advance the position.
function subscribed(position: Position | null, frame: Position): Step {
  if (position?.epoch !== frame.epoch) return refetchAt(frame);
  return { position, events: [], refetch: false };
}

function received(position: Position, seq: number, events: unknown[]): Step {
  const repeated = position.seq + events.length - seq;
  if (repeated < 0) return refetchAt({ epoch: position.epoch, seq });
  const next = { epoch: position.epoch, seq: Math.max(seq, position.seq) };
  return { position: next, events: events.slice(repeated), refetch: false };
}

function refetchAt({ epoch, seq }: Position): Step {
  return { position: { epoch, seq }, events: [], refetch: true };
}

/** The parsed frame; null for a text that is no frame, or a frame of an unknown type. */
export function parseFrame(text: string): TopicFrame | null {
  const value = parseJson(text);
  if (!isRecord(value) || typeof value["topic"] !== "string") return null;
  const { type, topic } = value;
  if (type === "denied") return { type, topic };
  const { epoch, seq, events } = value;
  if (typeof epoch !== "string" || typeof seq !== "number") return null;
  if (type === "subscribed" || type === "refetch") return { type, topic, epoch, seq };
  return type === "events" && Array.isArray(events) ? { type, topic, epoch, seq, events } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
