import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Gives the focus back when something that took it is gone: to what had it before, or to what that stood in.
 * Where one thing takes the place of another, `what` says which is there now; null while there is nothing.
 * What fades away still has the focus: `inside` says what that is.
 */
export function useReturnFocus(what: string | null = "", inside?: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement[]>([]);
  // Before anything below takes the focus, which happens after drawing.
  useLayoutEffect(() => {
    if (what === null) return;
    const found = focusCandidates(document.activeElement);
    // What opens from inside of what it replaces leads back to where that came from.
    if (found.length > 0) before.current = found;
  }, [what]);
  const isThere = what !== null;
  useEffect(() => {
    if (!isThere) return;
    // What it takes the place of has given the focus back only now.
    if (before.current.length === 0) before.current = focusCandidates(document.activeElement);
    return () => {
      // Whoever went on by themselves stays where they are.
      if (!isFocusLost() && !inside?.current?.contains(document.activeElement)) return;
      before.current.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
    };
  }, [isThere, inside]);
}

/** A button, and the list that it stands in: of a list that runs on, only the latter may be left. */
export function focusCandidates(element: EventTarget | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return [];
  const around = element.parentElement?.closest<HTMLElement>("[tabindex]");
  return around ? [element, around] : [element];
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
