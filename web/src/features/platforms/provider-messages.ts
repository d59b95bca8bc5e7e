import type { ChannelProvider } from "../../api/types";

/** What the server says when a platform of the channel changes. */
export interface ProviderMessage {
  action: "new" | "updated" | "deleted";
  data: ChannelProvider;
}

/** The list after a message: new ones come first, updated ones keep their place, deleted ones go. */
export function applyMessage(list: ChannelProvider[], { action, data }: ProviderMessage): ChannelProvider[] {
  const others = list.filter(({ id }) => id !== data.id);
  switch (action) {
    case "new":
      return [data, ...others];
    case "updated":
      return list.map((provider) => (provider.id === data.id ? newer(provider, data) : provider));
    case "deleted":
      return others;
  }
}

/** Two servers may tell two changes in the wrong order; the revision knows. */
function newer(known: ChannelProvider, told: ChannelProvider): ChannelProvider {
  return told.revision < known.revision ? known : told;
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
