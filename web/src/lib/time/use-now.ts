import { useEffect, useReducer } from "react";

/** The time in milliseconds, moving on while something on the screen counts. */
export function useNow(isTicking = true, intervalMs = 1000): number {
  const [, tick] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(tick, intervalMs);
    return () => clearInterval(timer);
  }, [isTicking, intervalMs]);
  // Read anew each time: a moment kept from before the count began would show one second too many.
  return Date.now();
}
