import { IconTrash } from "@tabler/icons-react";
import { type ChatLine, lineKey, type SentMessage, type StoredLine } from "../../api/chat";
import { platformName, usePlatforms } from "../../api/platforms";
import { sentName } from "../../api/sent-name";
import type { ChannelProvider, Platform } from "../../api/types";
import { type MessageInChat, useDeleteCopies } from "../../session/moderation";
import { ALREADY_DELETED, blockedBecause } from "./bar-actions";
import { BarButton } from "./bar-button";
import classes from "./hover-bar.module.css";
import { moveFocus } from "./toolbar-keys";

interface SentBarProps {
  channelId: string;
  sent: SentMessage;
  /** The chat lines in which the platforms reported the message. */
  echoes: readonly StoredLine[];
  connections: readonly ChannelProvider[];
  onWhy: (line: ChatLine) => void;
}

/** Toolbar of a message that was sent from Greenroom: deletes it on all platforms, and explains its first echo. */
export function SentBar({ channelId, sent, echoes, connections, onWhy }: SentBarProps) {
  const platforms = usePlatforms();
  const { copies, reason } = deletableCopies({ sent, echoes, connections, platforms });
  const { mutate, isPending } = useDeleteCopies(channelId, (provider) => platformName(platforms, provider));
  const first = echoes[0]?.line;
  return (
    <div className={classes["bar"]} role="toolbar" aria-label={`Message by ${sentName(sent)}`} onKeyDown={moveFocus}>
      <BarButton label="Delete" icon={IconTrash} problem={reason} isBusy={isPending} onPress={() => mutate(copies)} />
      {first && (
        <button type="button" className={classes["why"]} onClick={() => onWhy(first)}>
          Why?
        </button>
      )}
    </div>
  );
}

interface Options {
  sent: Pick<SentMessage, "receipts">;
  echoes: readonly StoredLine[];
  connections: readonly Pick<ChannelProvider, "id" | "scope_needed" | "can_moderate">[];
  platforms: readonly Platform[];
}

interface DeletableCopies {
  copies: MessageInChat[];
  /** Why no copy can be deleted; null if a copy can be deleted. */
  reason: string | null;
}

/** The copies of a sent message, one or more on each platform, that can be deleted. */
function deletableCopies(options: Options): DeletableCopies {
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
