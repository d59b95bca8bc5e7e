import { clockTime } from "../lib/time/dates";
import { OfflineBanner } from "../ui/offline-banner";
import { useLiveStatus } from "./live-status";

/** Banner while the connection to the server is lost; the screen below stays. */
export function LiveBanner({ className }: { className?: string | undefined }) {
  const { isOffline, secondsToRetry, shownAsOf, tryNow } = useLiveStatus();
  if (!isOffline || !shownAsOf) return null;
  return (
    <div className={className}>
      <OfflineBanner nextTryInSeconds={secondsToRetry} shownAsOf={clockTime(shownAsOf)} onTryNow={tryNow} />
    </div>
  );
}
