import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useBlocker, useLocation } from "react-router";
import { ConfirmDialog } from "../dialogs/confirm-dialog";

/** State of the "unsaved changes" dialog. */
interface UnsavedPrompt {
  isOpen: boolean;
  leave: () => void;
  stay: () => void;
}

interface UnsavedGuard {
  blocker: UnsavedPrompt;
  /** Whether a navigation was allowed and the next screen is still loading. */
  isLeaving: () => boolean;
  /** Target of the blocked navigation if everything has been saved since, else null. */
  blocked: () => string | null;
  /** Allows leaving for a path without asking, after a save or a deletion. */
  allow: (path: string) => void;
}

interface Navigation {
  current: string;
  /** Path of the pending navigation, or the current path. */
  next: string;
  /** Target of the blocked navigation. */
  blocked: string | null;
}

/**
 * Asks before unsaved changes are lost, by a navigation or when the page is closed. While they are being saved, it asks
 * only when the page is closed: after a navigation a failure can still be shown.
 */
export function useUnsavedGuard(hasChanges: boolean, isBeingSaved = false): UnsavedGuard {
  const allowedPath = useRef<string>(null);
  const wouldLoseChanges = hasChanges && !isBeingSaved;
  const current = pathOf(useLocation());
  const navigation = useNavigationState(current);
  const latestWouldLose = useRef(wouldLoseChanges);
  useLayoutEffect(() => {
    latestWouldLose.current = wouldLoseChanges;
  });
  const routerBlocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isAllowed = nextLocation.pathname === allowedPath.current || pathOf(currentLocation) === pathOf(nextLocation);
    const isBlocked = wouldLoseChanges && !isAllowed;
    const next = pathOf(nextLocation);
    navigation.current = isBlocked ? { ...navigation.current, blocked: next } : { current, next, blocked: null };
    return isBlocked;
  });
  const leave = useCallback(() => {
    const { current, blocked } = navigation.current;
    // Already answered while the dialog fades out.
    if (blocked === null) return;
    navigation.current = { current, next: blocked, blocked: null };
    routerBlocker.proceed?.();
  }, [routerBlocker, navigation]);
  const stay = () => {
    if (navigation.current.blocked === null) return;
    navigation.current.blocked = null;
    routerBlocker.reset?.();
  };
  const isOpen = routerBlocker.state === "blocked";
  useEffect(() => {
    // Everything was saved while the dialog was open.
    if (isOpen && !wouldLoseChanges) leave();
  }, [isOpen, wouldLoseChanges, leave]);
  useUnloadPrompt(hasChanges);
  return {
    blocker: { isOpen, leave, stay },
    isLeaving: () => navigation.current.next !== navigation.current.current,
    blocked: () => (latestWouldLose.current ? null : navigation.current.blocked),
    allow: (path) => {
      allowedPath.current = path;
    },
  };
}

/** State of the pending navigation; reset when the screen of another path is shown. */
function useNavigationState(current: string): RefObject<Navigation> {
  const navigation = useRef<Navigation>({ current, next: current, blocked: null });
  useLayoutEffect(() => {
    navigation.current = { current, next: current, blocked: null };
  }, [current]);
  return navigation;
}

function useUnloadPrompt(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => window.removeEventListener("beforeunload", preventUnload);
  }, [hasChanges]);
}

/** Path and query: two new items may differ only in the query, such as `new?type=caps`. */
function pathOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

/** Confirms leaving with unsaved changes. */
export function UnsavedDialog({ blocker, message }: { blocker: UnsavedPrompt; message: string }) {
  return (
    <ConfirmDialog
      opened={blocker.isOpen}
      title="Discard unsaved changes?"
      message={message}
      verb="Discard"
      danger
      onConfirm={blocker.leave}
      onClose={blocker.stay}
    />
  );
}
