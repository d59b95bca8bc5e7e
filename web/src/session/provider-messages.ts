import type { components } from "../api/schema";
import type { ChannelProvider } from "../api/types";
import { applyUpdate } from "../live/apply-update";

/** A live message: a platform of the channel was connected, changed or disconnected. */
export type ProviderMessage = components["schemas"]["ProviderUpdate"];

/** The list after a message, newest connection first. */
export function applyMessage(list: ChannelProvider[], message: ProviderMessage): ChannelProvider[] {
  return applyUpdate(list, message, "first");
}

/** The parsed message; null if the text is no such message. */
export function parseMessage(text: string): ProviderMessage | null {
  const value = parseJson(text);
  return isMessage(value) ? value : null;
}

// Only the action and the id are checked; other fields are trusted as in every response.
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
