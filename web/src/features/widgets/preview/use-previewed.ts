import { useCallback, useRef } from "react";

// The longest wait: a preview that does not respond must not keep a test event from OBS.
const MAX_WAIT_MS = 3_000;

/**
 * Waits for the preview: `waitUntilShown` resolves once it shows the revision, or after `MAX_WAIT_MS`.
 * Call `reportShown` with the revision each time that the preview has connected.
 */
export function usePreviewed() {
  const latest = useRef(0);
  const waiting = useRef(new Map<() => void, number>());
  const reportShown = useCallback((revision: number) => {
    latest.current = revision;
    for (const [resolve, wanted] of waiting.current) {
      if (wanted > revision) continue;
      waiting.current.delete(resolve);
      resolve();
    }
  }, []);
  const waitUntilShown = useCallback((revision: number): Promise<void> => {
    if (latest.current >= revision) return Promise.resolve();
    return new Promise<void>((resolve) => {
      waiting.current.set(resolve, revision);
      setTimeout(resolve, MAX_WAIT_MS);
    });
  }, []);
  return { reportShown, waitUntilShown };
}
