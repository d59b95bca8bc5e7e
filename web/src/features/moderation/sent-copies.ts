import { lineKey, type SentMessage, type StoredLine } from "../../api/chat";
import type { ChannelProvider, Platform } from "../../api/types";
import type { MessageInChat } from "../../session/moderation";
import { blockedBy, GONE } from "./bar-actions";

interface Given {
  sent: Pick<SentMessage, "receipts">;
  /** Those of its lines that are known. */
  echoes: readonly StoredLine[];
  connections: readonly Pick<ChannelProvider, "id" | "scope_needed">[];
  platforms: readonly Platform[];
}

export interface Deletable {
  copies: MessageInChat[];
  /** Why none can be deleted; null where one can. */
  why: string | null;
}

/** What can be deleted of a message that was written here, wherever it appeared. */
export function deletableCopies(given: Given): Deletable {
  const judged = given.sent.receipts.flatMap((receipt) => judge(given, receipt));
  const copies = judged.flatMap(({ copy, why }) => (why === null ? [copy] : []));
  const why = copies.length > 0 ? null : (judged[0]?.why ?? "No platform shows this message");
  return { copies, why };
}

function judge({ echoes, connections, platforms }: Given, receipt: SentMessage["receipts"][number]) {
  const { provider, connection_id: connectionId, message_ids } = receipt;
  const platform = platforms.find((each) => each.provider === provider);
  const connection = connections.find(({ id }) => id === connectionId);
  const blocked = blockedBy(connection, platform, provider);
  return message_ids.map((messageId) => {
    const key = lineKey({ connection_id: connectionId, message_id: messageId });
    const isGone = echoes.some(({ line, removal }) => removal !== null && lineKey(line) === key);
    return { copy: { provider, connectionId, messageId }, why: blocked ?? (isGone ? GONE : null) };
  });
}
