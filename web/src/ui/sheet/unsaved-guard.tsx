import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useBlocker, useLocation } from "react-router";
import { ConfirmDialog } from "../dialogs/confirm-dialog";

/** The state of the "unsaved changes" question. */
interface Question {
  isAsked: boolean;
  leave: () => void;
  stay: () => void;
}

interface UnsavedGuard {
  blocker: Question;
  /** Navigation is confirmed and the next screen is still loading. */
  isLeaving: () => boolean;
  /** The blocked target, if everything has been saved since. */
  wanted: () => string | null;
  /** Allows the navigation that follows a save or a deletion. */
  letGo: (path: string) => void;
}

interface Way {
  here: string;
  /** Current or pending location of the router. */
  next: string;
  /** The location without the block. */
  wanted: string | null;
}

/**
 * Asks before unsaved changes are lost, inside the app and when the page is closed. A running save is
 * safe inside the app, where its failure can still be shown.
 */
export function useUnsavedGuard(isDirty: boolean, isOnItsWay = false): UnsavedGuard {
  const free = useRef<string>(null);
  const isLost = isDirty && !isOnItsWay;
  const here = placeOf(useLocation());
  const way = useWay(here);
  const isLostNow = useRef(isLost);
  useLayoutEffect(() => {
    isLostNow.current = isLost;
  });
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isFree = nextLocation.pathname === free.current || placeOf(currentLocation) === placeOf(nextLocation);
    const isBlocked = isLost && !isFree;
    const next = placeOf(nextLocation);
    way.current = isBlocked ? { ...way.current, wanted: next } : { here, next, wanted: null };
    return isBlocked;
  });
  const leave = useCallback(() => {
    const { here, wanted } = way.current;
    // Already answered while the dialog fades out.
    if (wanted === null) return;
    way.current = { here, next: wanted, wanted: null };
    blocker.proceed?.();
  }, [blocker, way]);
  const stay = () => {
    if (way.current.wanted === null) return;
    way.current.wanted = null;
    blocker.reset?.();
  };
  const isAsked = blocker.state === "blocked";
  useEffect(() => {
    // Saved while the dialog was open.
    if (isAsked && !isLost) leave();
  }, [isAsked, isLost, leave]);
  useUnloadPrompt(isDirty);
  return {
    blocker: { isAsked, leave, stay },
    isLeaving: () => way.current.next !== way.current.here,
    wanted: () => (isLostNow.current ? null : way.current.wanted),
    letGo: (path) => {
      free.current = path;
    },
  };
}

/** The router's location changes before the screen does. */
function useWay(here: string): RefObject<Way> {
  const way = useRef<Way>({ here, next: here, wanted: null });
  useLayoutEffect(() => {
    way.current = { here, next: here, wanted: null };
  }, [here]);
  return way;
}

function useUnloadPrompt(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}

/** A new item may differ only in its query: `new?type=caps`. */
function placeOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

/** Confirms leaving with unsaved changes. */
export function UnsavedDialog({ blocker, message }: { blocker: Question; message: string }) {
  return (
    <ConfirmDialog
      opened={blocker.isAsked}
      title="Discard unsaved changes?"
      message={message}
      verb="Discard"
      danger
      onConfirm={blocker.leave}
      onClose={blocker.stay}
    />
  );
}
