import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Returns the focus when a dialog or sheet closes: to the element that had the focus before, or to the container of
 * that element. `openId` identifies the open sheet and is null while none is open; if left out, a sheet is open while
 * mounted. `inside` is the dialog: a focus that is still in the dialog while it fades out is returned too.
 */
export function useReturnFocus(openId: string | null = "", inside?: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement[]>([]);
  // A layout effect, because a child takes the focus in an effect.
  useLayoutEffect(() => {
    if (openId === null) return;
    const candidates = focusCandidates(document.activeElement);
    // A sheet that was opened from the sheet that it replaces finds no focus, because the replaced sheet is gone: the
    // element that opened the first sheet stays remembered.
    if (candidates.length > 0) before.current = candidates;
  }, [openId]);
  const isOpen = openId !== null;
  useEffect(() => {
    if (!isOpen) return;
    // Second try: a sheet in another component that closed in the same render gives the focus back in its cleanup,
    // after the layout effect above.
    if (before.current.length === 0) before.current = focusCandidates(document.activeElement);
    return () => {
      // A focus that has moved elsewhere stays there.
      if (!isFocusLost() && !inside?.current?.contains(document.activeElement)) return;
      before.current.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
    };
  }, [isOpen, inside]);
}

/** The element and its focusable container, in case the element is unmounted before the focus returns. */
export function focusCandidates(element: EventTarget | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return [];
  const container = element.parentElement?.closest<HTMLElement>("[tabindex]");
  return container ? [element, container] : [element];
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
