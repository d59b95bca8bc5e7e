const SECOND_MS = 1_000;
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** One shared interval for all countdowns; stopped while there are none. */
export function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(tick, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

function tick() {
  for (const listener of listeners) listener();
}
