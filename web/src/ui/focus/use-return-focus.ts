import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Returns the focus when a dialog or sheet closes: to the element that had it, or to its container.
 * Where one sheet replaces another, `openId` identifies the open one; null while closed.
 * `inside` is the element that still has the focus while it fades out.
 */
export function useReturnFocus(openId: string | null = "", inside?: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement[]>([]);
  // A layout effect, because a child takes the focus in an effect.
  useLayoutEffect(() => {
    if (openId === null) return;
    const found = focusCandidates(document.activeElement);
    // A sheet opened from the sheet it replaces finds no focus: it returns the focus to the earlier element.
    if (found.length > 0) before.current = found;
  }, [openId]);
  const isOpen = openId !== null;
  useEffect(() => {
    if (!isOpen) return;
    // The replaced sheet has returned the focus only now.
    if (before.current.length === 0) before.current = focusCandidates(document.activeElement);
    return () => {
      // A focus that has moved elsewhere stays there.
      if (!isFocusLost() && !inside?.current?.contains(document.activeElement)) return;
      before.current.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
    };
  }, [isOpen, inside]);
}

/** The element and its focusable container: the element may be unmounted by then. */
export function focusCandidates(element: EventTarget | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return [];
  const container = element.parentElement?.closest<HTMLElement>("[tabindex]");
  return container ? [element, container] : [element];
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
