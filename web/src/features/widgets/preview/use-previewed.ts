import { useCallback, useRef } from "react";

// A preview that does not respond must not block a test on the connected sources.
const MAX_WAIT_MS = 3_000;

/**
 * `until` waits until the preview is connected with this revision: a test sent earlier would not be shown in it.
 * `report` is called with the revision, each time that the preview has connected.
 */
export function usePreviewed() {
  const latest = useRef(0);
  const waiting = useRef(new Map<() => void, number>());
  const report = useCallback((revision: number) => {
    latest.current = revision;
    for (const [resolve, wanted] of waiting.current) {
      if (wanted > revision) continue;
      waiting.current.delete(resolve);
      resolve();
    }
  }, []);
  const until = useCallback((revision: number): Promise<void> => {
    if (latest.current >= revision) return Promise.resolve();
    return new Promise<void>((resolve) => {
      waiting.current.set(resolve, revision);
      setTimeout(resolve, MAX_WAIT_MS);
    });
  }, []);
  return { report, until };
}
