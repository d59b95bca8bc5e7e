import type { ChannelProvider } from "../api/types";
import { applyUpdate, type Update } from "../live/apply-update";

/** What the server says when a platform of the channel changes. */
export type ProviderMessage = Update<ChannelProvider>;

/** The list after a message; the newest connection comes first. */
export function applyMessage(list: ChannelProvider[], message: ProviderMessage): ChannelProvider[] {
  return applyUpdate(list, message, "first");
}

/** The message in a frame, or null for what this version does not know. */
export function parseMessage(text: string): ProviderMessage | null {
  const value = parseJson(text);
  return isMessage(value) ? value : null;
}

// The action and the id are checked; the rest of the record is the server's promise, as in every answer.
function isMessage(value: unknown): value is ProviderMessage {
  if (!isRecord(value) || !isRecord(value["data"])) return false;
  return ["new", "updated", "deleted"].includes(String(value["action"])) && typeof value["data"]["id"] === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
