import { useEffect, useReducer } from "react";

/** The current time in milliseconds, updated while `isTicking`. */
export function useNow(isTicking = true, intervalMs = 1000): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(tick, intervalMs);
    return () => clearInterval(timer);
  }, [isTicking, intervalMs]);
  // Read at each render: a value that was stored before the ticking started would be outdated.
  return Date.now();
}
