import { IconWifiOff } from "@tabler/icons-react";
import classes from "./offline-banner.module.css";

interface OfflineBannerProps {
  /** Seconds to the next attempt; null during one. */
  nextTryInSeconds: number | null;
  /** Clock time of the data on screen. */
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
