import { useEffect, useState } from "react";
import { clockDuration, secondsBetween } from "../../lib/time/dates";

/** "Live · 3:12:44", updated every second, or "Offline". */
export function LiveState({ isLive, since }: { isLive: boolean; since: string | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!since) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  if (!isLive) return "Offline";
  return since ? `Live · ${clockDuration(secondsBetween(since, now))}` : "Live";
}
