import { canBanOn, canDeleteOn, canWriteOn } from "../../api/capabilities";
import type { ChatLine, Removal } from "../../api/chat";
import type { ChannelProvider, Platform } from "../../api/types";

/** The delete label of a line, and for each action the reason why it is unavailable; null if it is available. */
export interface BarActions {
  /** Label of the delete button: "Delete", or "Hide here …" where messages can only be hidden in Greenroom. */
  removeLabel: string;
  removeProblem: string | null;
  banProblem: string | null;
  replyProblem: string | null;
}

export const ALREADY_DELETED = "Already deleted";

interface Options {
  line: Pick<ChatLine, "author" | "kind" | "provider">;
  removal: Removal | null;
  connection: Pick<ChannelProvider, "scope_needed" | "can_moderate"> | undefined;
  platform: Platform | undefined;
}

export function barActions({ line, removal, connection, platform }: Options): BarActions {
  const blocked = blockedBecause(connection, platform, line.provider);
  if (blocked !== null || !platform)
    return { removeLabel: "Delete", removeProblem: blocked, banProblem: blocked, replyProblem: blocked };
  return {
    removeLabel: removeLabel(platform),
    removeProblem: removal ? ALREADY_DELETED : null,
    banProblem: banProblem(platform, line),
    replyProblem: replyProblem(platform, removal),
  };
}

export function blockedBecause(
  connection: Options["connection"],
  platform: Platform | undefined,
  provider: string,
): string | null {
  const name = platform?.name ?? provider;
  if (!platform || !connection) return `${name} is no longer connected`;
  return connection.scope_needed && !connection.can_moderate ? `Reconnect ${name} first` : null;
}

/** Whether deleting a line only hides it in Greenroom. */
export function isHiding(platform: Platform | undefined): boolean {
  return platform !== undefined && !canDeleteOn(platform).isSupported;
}

function removeLabel(platform: Platform): string {
  return isHiding(platform) ? `Hide here (still visible on ${platform.name})` : "Delete";
}

function banProblem(platform: Platform, { author }: Pick<ChatLine, "author">): string | null {
  if (!author) return `Sent by ${platform.name}`;
  if (author.is_broadcaster) return "You can't ban the broadcaster";
  const support = canBanOn(platform);
  return support.isSupported ? null : support.reason;
}

function replyProblem(platform: Platform, removal: Removal | null): string | null {
  if (removal) return ALREADY_DELETED;
  const support = canWriteOn(platform);
  return support.isSupported ? null : support.reason;
}
