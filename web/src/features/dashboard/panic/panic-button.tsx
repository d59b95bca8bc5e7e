import { IconUrgent } from "@tabler/icons-react";
import { usePlatforms } from "../../../api/platforms";
import classes from "./panic.module.css";
import { panicDetail } from "./panic-labels";
import { usePanicToggle } from "./use-panic-toggle";

const EXPLANATION =
  "Subscribers only, slow mode 30 s, a muted bot and paused alerts. One click brings everything back.";

interface PanicButtonProps {
  channelId: string;
  /** Whether the explanation is left out, for narrow layouts. */
  isCompact?: boolean;
}

/** One press makes chats strict, mutes the bot and pauses alerts; the next press restores them. */
export function PanicButton({ channelId, isCompact = false }: PanicButtonProps) {
  const { panic, isOn, button } = usePanicToggle(channelId);
  const platforms = usePlatforms();
  const detail = panic ? panicDetail(panic, platforms) : "";
  return (
    <div className={classes["box"]} data-compact={isCompact || undefined}>
      <button {...button} className={classes["panic"]}>
        <IconUrgent size={22} stroke={1.6} aria-hidden="true" />
        <span>
          <b>{isOn ? "Restore" : "Panic"}</b>
          <span>{isOn ? "Put everything back" : "Strict mode on all platforms"}</span>
        </span>
      </button>
      <p className={classes["detail"]} role="status">
        {detail || (panic?.is_restoring ? "Restoring…" : isCompact ? "" : EXPLANATION)}
      </p>
    </div>
  );
}
