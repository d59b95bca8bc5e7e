import type { components } from "./schema";

type Schemas = components["schemas"];

/** One line of a chat as the server stores and sends it; what has its default value is left out on the way. */
export type ChatLine = Schemas["ChatLine"];
export type LinePart = Schemas["Part"];
export type LineAuthor = Schemas["Author"];
export type LineParent = Schemas["Parent"];
export type Removal = Schemas["Removal"];
export type StoredLine = Schemas["StoredLine"];

/** What somebody here wrote, with what became of it on each platform. */
export type SentMessage = Schemas["SentOut"];
export type Receipt = Schemas["ReceiptOut"];

/** Names a line for good. */
export type LineRef = Pick<ChatLine, "connection_id" | "message_id">;

/** What is told on a chat's topic; outsiders hear no names and reasons, and fetch again where staff hears what is restored. */
export type ChatEvent =
  | { type: "line"; line: ChatLine }
  | { type: "removed"; lines: readonly LineRef[]; removal?: Removal | null }
  | { type: "swept"; connection_id: string; author_id: string; since: string; until: string; removal?: Removal | null }
  | { type: "restored"; lines: readonly LineRef[] }
  | { type: "sent"; sent: SentMessage }
  | { type: "refetch" };

export function lineKey({ connection_id, message_id }: LineRef): string {
  return `${connection_id}:${message_id}`;
}
