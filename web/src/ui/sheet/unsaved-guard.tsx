import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useBlocker, useLocation } from "react-router";
import { ConfirmDialog } from "../dialogs/confirm-dialog";

/** What is asked of whoever would lose something. */
interface Question {
  isAsked: boolean;
  leave: () => void;
  stay: () => void;
}

interface UnsavedGuard {
  blocker: Question;
  /** Somebody has left already, and what they go to is not on the screen yet. */
  isLeaving: () => boolean;
  /** Where somebody wanted to go who was about to be asked, where by now nothing is left to ask. */
  wanted: () => string | null;
  /** Lets the way to one path through: the one that follows a save or a deletion. */
  letGo: (path: string) => void;
}

interface Way {
  here: string;
  /** Where the router is, or goes to. */
  next: string;
  /** Where somebody would be if nothing had to be asked. */
  wanted: string | null;
}

/**
 * Asks before unsaved changes are lost, inside the app and when the page itself goes. What is on its way to the server
 * is safe inside the app, where a failure can still be told.
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
    // Answered already, although the question is still on the screen.
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
    // Saved while the question stood there: nothing is left to ask.
    if (isAsked && !isLost) leave();
  }, [isAsked, isLost, leave]);
  useUnloadAsked(isDirty);
  return {
    blocker: { isAsked, leave, stay },
    isLeaving: () => way.current.next !== way.current.here,
    wanted: () => (isLostNow.current ? null : way.current.wanted),
    letGo: (path) => {
      free.current = path;
    },
  };
}

/** The router is ahead of the screen: somebody may be gone from here who still sees it. */
function useWay(here: string): RefObject<Way> {
  const way = useRef<Way>({ here, next: here, wanted: null });
  useLayoutEffect(() => {
    way.current = { here, next: here, wanted: null };
  }, [here]);
  return way;
}

function useUnloadAsked(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}

/** What begins anew may differ in its query only: `new?type=caps`. */
function placeOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

/** The question itself; what it is about goes into the message. */
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
