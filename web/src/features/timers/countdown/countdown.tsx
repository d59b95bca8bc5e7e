import { useSyncExternalStore } from "react";
import { longDateTime } from "../../../lib/time/dates";
import type { Timer } from "../timers";
import classes from "../timers.module.css";
import { formatCountdown } from "./countdown-format";
import { subscribeToSeconds } from "./ticker";

/** Time to the next run, "Running" or "Off". A change renders only this text, not the row around it. */
export function Countdown({ timer }: { timer: Timer }) {
  const { enabled, is_running, next_run_at: at } = timer;
  if (is_running) return <span className={classes["countdown"]}>Running</span>;
  if (!enabled || at === null) {
    return (
      <span className={classes["countdown"]} data-off>
        Off
      </span>
    );
  }
  return <TickingCountdown at={at} />;
}

function TickingCountdown({ at }: { at: string }) {
  const text = useSyncExternalStore(subscribeToSeconds, () => formatCountdown(at, Date.now()));
  return (
    <span className={classes["countdown"]} role="timer" title={longDateTime(at)}>
      {text}
    </span>
  );
}
