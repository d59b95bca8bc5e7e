const SECOND_MS = 1_000;
const listeners = new Set<() => void>();
let secondInterval: ReturnType<typeof setInterval> | undefined;

/** Calls the listener each second; all listeners share one interval. Returns a function that unsubscribes. */
export function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  secondInterval ??= setInterval(tick, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(secondInterval);
    secondInterval = undefined;
  };
}

function tick() {
  for (const listener of listeners) listener();
}
