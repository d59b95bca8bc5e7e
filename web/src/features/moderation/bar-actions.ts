import { canDeleteOn, canSendOutOn, canWriteOn } from "../../api/capabilities";
import type { ChatLine, Removal } from "../../api/chat";
import type { ChannelProvider, Platform } from "../../api/types";

/** Why each action cannot be done on a line now; null where it can. */
export interface BarActions {
  remove: string | null;
  sendOut: string | null;
  reply: string | null;
}

interface Given {
  line: Pick<ChatLine, "author" | "kind" | "provider">;
  removal: Removal | null;
  connection: Pick<ChannelProvider, "scope_needed"> | undefined;
  platform: Platform | undefined;
}

export function barActions({ line, removal, connection, platform }: Given): BarActions {
  const blocked = blockedBy(connection, platform, line.provider);
  if (blocked !== null || !platform) return { remove: blocked, sendOut: blocked, reply: blocked };
  return {
    remove: noRemoval(platform, removal),
    sendOut: noSendOut(platform, line),
    reply: noReply(platform, removal),
  };
}

function blockedBy(connection: Given["connection"], platform: Platform | undefined, provider: string): string | null {
  const name = platform?.name ?? provider;
  if (!platform || !connection) return `${name} is not connected any more`;
  return connection.scope_needed ? `${name} has to be reconnected` : null;
}

function noRemoval(platform: Platform, removal: Removal | null): string | null {
  if (removal) return "This message is gone already";
  const deleting = canDeleteOn(platform);
  return deleting.isPossible ? null : deleting.reason;
}

function noSendOut(platform: Platform, { author }: Pick<ChatLine, "author">): string | null {
  if (!author) return `${platform.name} itself said this`;
  if (author.is_broadcaster) return "The broadcaster cannot be sent out";
  const sending = canSendOutOn(platform);
  return sending.isPossible ? null : sending.reason;
}

function noReply(platform: Platform, removal: Removal | null): string | null {
  if (removal) return "This message is gone already";
  const writing = canWriteOn(platform);
  return writing.isPossible ? null : writing.reason;
}
