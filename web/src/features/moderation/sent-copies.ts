import { lineKey, type SentMessage, type StoredLine } from "../../api/chat";
import type { ChannelProvider, Platform } from "../../api/types";
import type { MessageInChat } from "../../session/moderation";
import { ALREADY_DELETED, connectionProblem } from "./bar-actions";

interface Options {
  sent: Pick<SentMessage, "receipts">;
  echoes: readonly StoredLine[];
  connections: readonly Pick<ChannelProvider, "id" | "scope_needed">[];
  platforms: readonly Platform[];
}

export interface Deletable {
  copies: MessageInChat[];
  /** Why no copy can be deleted; null if one can. */
  why: string | null;
}

/** The platforms' copies of a sent message that can be deleted. */
export function deletableCopies(given: Options): Deletable {
  const checked = given.sent.receipts.flatMap((receipt) => checkCopies(given, receipt));
  const copies = checked.flatMap(({ copy, why }) => (why === null ? [copy] : []));
  const why = copies.length > 0 ? null : (checked[0]?.why ?? "Not delivered to any platform");
  return { copies, why };
}

function checkCopies({ echoes, connections, platforms }: Options, receipt: SentMessage["receipts"][number]) {
  const { provider, connection_id: connectionId, message_ids } = receipt;
  const platform = platforms.find((each) => each.provider === provider);
  const connection = connections.find(({ id }) => id === connectionId);
  const blocked = connectionProblem(connection, platform, provider);
  return message_ids.map((messageId) => {
    const key = lineKey({ connection_id: connectionId, message_id: messageId });
    const isGone = echoes.some(({ line, removal }) => removal !== null && lineKey(line) === key);
    return { copy: { provider, connectionId, messageId }, why: blocked ?? (isGone ? ALREADY_DELETED : null) };
  });
}
