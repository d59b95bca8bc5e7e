import { IconTrash } from "@tabler/icons-react";
import type { ChatLine, SentMessage, StoredLine } from "../../api/chat";
import { platformName, usePlatforms } from "../../api/platforms";
import { sentName } from "../../api/sent-name";
import type { ChannelProvider } from "../../api/types";
import { useDeleteCopies } from "../../session/moderation";
import { BarButton } from "./bar-button";
import classes from "./hover-bar.module.css";
import { deletableCopies } from "./sent-copies";
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
