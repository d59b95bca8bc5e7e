import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog";

interface UnsavedGuard {
  blocker: ReturnType<typeof useBlocker>;
  /** Lets the way to one path through: the one that follows a save or a deletion. */
  letGo: (path: string) => void;
}

/**
 * Asks before unsaved changes are lost, inside the app and when the page itself goes. What is on its way to the server
 * is safe inside the app, where a failure can still be told.
 */
export function useUnsavedGuard(isDirty: boolean, isOnItsWay = false): UnsavedGuard {
  const free = useRef<string>(null);
  const isLost = isDirty && !isOnItsWay;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (nextLocation.pathname === free.current || placeOf(currentLocation) === placeOf(nextLocation)) return false;
    return isLost;
  });
  useEffect(() => {
    // Saved while the question stood there: nothing is left to ask.
    if (blocker.state === "blocked" && !isLost) blocker.proceed();
  }, [blocker, isLost]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return {
    blocker,
    letGo: (path) => {
      free.current = path;
    },
  };
}

/** What begins anew may differ in its query only: `new?type=caps`. */
function placeOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

/** The question itself; what it is about goes into the message. */
export function UnsavedDialog({ blocker, message }: { blocker: UnsavedGuard["blocker"]; message: string }) {
  return (
    <ConfirmDialog
      opened={blocker.state === "blocked"}
      title="Discard unsaved changes?"
      message={message}
      verb="Discard"
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
