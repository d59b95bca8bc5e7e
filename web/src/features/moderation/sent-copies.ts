import { lineKey, type SentMessage, type StoredLine } from "../../api/chat";
import type { ChannelProvider, Platform } from "../../api/types";
import type { MessageInChat } from "../../session/moderation";
import { ALREADY_DELETED, blockedBecause } from "./bar-actions";

interface Options {
  sent: Pick<SentMessage, "receipts">;
  echoes: readonly StoredLine[];
  connections: readonly Pick<ChannelProvider, "id" | "scope_needed" | "can_moderate">[];
  platforms: readonly Platform[];
}

export interface DeletableCopies {
  copies: MessageInChat[];
  /** Why no copy can be deleted; null if a copy can be deleted. */
  reason: string | null;
}

/** The copies of a sent message, one or more on each platform, that can be deleted. */
export function deletableCopies(options: Options): DeletableCopies {
  const checked = options.sent.receipts.flatMap((receipt) => checkCopies(options, receipt));
  const copies = checked.flatMap(({ copy, reason }) => (reason === null ? [copy] : []));
  const reason = copies.length > 0 ? null : (checked[0]?.reason ?? "Not delivered to any platform");
  return { copies, reason };
}

function checkCopies({ echoes, connections, platforms }: Options, receipt: SentMessage["receipts"][number]) {
  const { provider, connection_id: connectionId, message_ids } = receipt;
  const platform = platforms.find((each) => each.provider === provider);
  const connection = connections.find(({ id }) => id === connectionId);
  const blocked = blockedBecause(connection, platform, provider);
  return message_ids.map((messageId) => {
    const key = lineKey({ connection_id: connectionId, message_id: messageId });
    const isDeleted = echoes.some(({ line, removal }) => removal !== null && lineKey(line) === key);
    return { copy: { provider, connectionId, messageId }, reason: blocked ?? (isDeleted ? ALREADY_DELETED : null) };
  });
}
