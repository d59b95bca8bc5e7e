import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog";

interface UnsavedGuard {
  blocker: ReturnType<typeof useBlocker>;
  /** Lets the next navigation through: the one that follows a save or a deletion. */
  letGo: () => void;
}

/** Asks before unsaved changes are lost, inside the app and when the page itself goes. */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const isFree = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isFree.current || placeOf(currentLocation) === placeOf(nextLocation)) return false;
    return isDirty;
  });
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return {
    blocker,
    letGo: () => {
      isFree.current = true;
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
