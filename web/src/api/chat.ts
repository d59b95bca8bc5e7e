import type { LiveMessage } from "./live";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** A chat message or notice as the server stores and sends it; fields with their default value are left out. */
export type ChatLine = Schemas["ChatLine"];
export type LinePart = Schemas["Part"];
export type LineAuthor = Schemas["Author"];
export type LineParent = Schemas["Parent"];
export type Removal = Schemas["Removal"];
export type StoredLine = Schemas["StoredLine"];

/** A message sent from Greenroom, with its delivery state on each platform. */
export type SentMessage = Schemas["SentOut"];
export type Receipt = Schemas["ReceiptOut"];

/** Identifies a stored line; a message id is unique only within its connection. */
export type LineRef = Pick<ChatLine, "connection_id" | "message_id">;

/** A live message whose `removal` may be missing: the public topic does not say who removed a line and why. */
type Redacted<Message> = Omit<Message, "removal"> & { removal?: Removal | null };

/** A live message about a chat. `refetch` asks to fetch the chat again; the public topic sends it for `restored`. */
export type ChatEvent =
  | LiveMessage<"line" | "restored" | "sent" | "held" | "released" | "unfiltered">
  | Redacted<LiveMessage<"removed">>
  | Redacted<LiveMessage<"swept">>
  | { type: "refetch" };

export function lineKey({ connection_id, message_id }: LineRef): string {
  return `${connection_id}:${message_id}`;
}
