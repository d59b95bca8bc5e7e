import { canDeleteOn, canSendOutOn, canWriteOn } from "../../api/capabilities";
import type { ChatLine, Removal } from "../../api/chat";
import type { ChannelProvider, Platform } from "../../api/types";

/** Why each action cannot be done on a line now; null where it can. */
export interface BarActions {
  /** What taking the line away is called: not every platform takes it away for everybody. */
  removal: string;
  remove: string | null;
  sendOut: string | null;
  reply: string | null;
}

export const GONE = "This message is gone already";

interface Given {
  line: Pick<ChatLine, "author" | "kind" | "provider">;
  removal: Removal | null;
  connection: Pick<ChannelProvider, "scope_needed"> | undefined;
  platform: Platform | undefined;
}

export function barActions({ line, removal, connection, platform }: Given): BarActions {
  const blocked = blockedBy(connection, platform, line.provider);
  if (blocked !== null || !platform) return { removal: "Delete", remove: blocked, sendOut: blocked, reply: blocked };
  return {
    removal: removalLabel(platform),
    remove: removal ? GONE : null,
    sendOut: noSendOut(platform, line),
    reply: noReply(platform, removal),
  };
}

export function blockedBy(
  connection: Given["connection"],
  platform: Platform | undefined,
  provider: string,
): string | null {
  const name = platform?.name ?? provider;
  if (!platform || !connection) return `${name} is not connected any more`;
  return connection.scope_needed ? `${name} has to be reconnected` : null;
}

/** Whether a line goes from our own screens alone. */
export function isHidden(platform: Platform | undefined): boolean {
  return platform !== undefined && !canDeleteOn(platform).isPossible;
}

function removalLabel(platform: Platform): string {
  return isHidden(platform) ? `Hide here, ${platform.name} goes on showing it` : "Delete";
}

function noSendOut(platform: Platform, { author }: Pick<ChatLine, "author">): string | null {
  if (!author) return `${platform.name} itself said this`;
  if (author.is_broadcaster) return "The broadcaster cannot be sent out";
  const sending = canSendOutOn(platform);
  return sending.isPossible ? null : sending.reason;
}

function noReply(platform: Platform, removal: Removal | null): string | null {
  if (removal) return GONE;
  const writing = canWriteOn(platform);
  return writing.isPossible ? null : writing.reason;
}
