import { IconWifiOff } from "@tabler/icons-react";
import classes from "./offline-banner.module.css";

interface OfflineBannerProps {
  /** Seconds until the next attempt to reconnect; null during an attempt. */
  nextTryInSeconds: number | null;
  /** Time of day at which the data on the screen was last updated. */
  shownAsOf: string;
  onTryNow: () => void;
}

export function OfflineBanner({ nextTryInSeconds, shownAsOf, onTryNow }: OfflineBannerProps) {
  return (
    <div className={classes["band"]} role="status">
      <IconWifiOff size={15} aria-hidden="true" />
      <span className={classes["text"]}>
        Connection lost,{" "}
        {nextTryInSeconds === null ? (
          "reconnecting"
        ) : (
          <>
            reconnecting in <b>{nextTryInSeconds} s</b>
          </>
        )}
        . Last updated {shownAsOf}.
      </span>
      <button type="button" className={classes["retry"]} onClick={onTryNow}>
        Try now
      </button>
    </div>
  );
}
