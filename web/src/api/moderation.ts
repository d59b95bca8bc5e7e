import type { components } from "./schema";

type Schemas = components["schemas"];

export type ModerationEntry = Schemas["ModerationEntryOut"];
export type ModerationLogPage = Schemas["ModerationLogOut"];
export type BanEverywhere = Schemas["EverywhereOut"];

/** In characters, as on the server. */
export const MAX_REASON_LENGTH = 500;

/** A viewer's account in one of the channel's chats. */
export interface ChatAccount {
  provider: string;
  connectionId: string;
  viewerId: string;
}
