import { IconWifiOff } from "@tabler/icons-react";
import classes from "./offline-banner.module.css";

interface OfflineBannerProps {
  /** Seconds to the next try; null while one is under way. */
  nextTryInSeconds: number | null;
  /** The clock time of what is still on the screen. */
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
          "trying again"
        ) : (
          <>
            next try in <b>{nextTryInSeconds} s</b>
          </>
        )}
        . Shown as of {shownAsOf}.
      </span>
      <button type="button" className={classes["again"]} onClick={onTryNow}>
        Try now
      </button>
    </div>
  );
}
