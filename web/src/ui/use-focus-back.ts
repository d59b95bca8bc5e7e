import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Gives the focus back when something that took it is gone: to what had it before, or to what that stood in.
 * Where one thing takes the place of another, `what` says which is there now.
 */
export function useFocusBack(what = ""): void {
  const before = useRef<HTMLElement[]>([]);
  // Before anything below takes the focus, which happens after drawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that opens
  useLayoutEffect(() => {
    const found = wayBack(document.activeElement);
    // What opens from inside of what it replaces leads back to where that came from.
    if (found.length > 0) before.current = found;
  }, [what]);
  useEffect(
    () => () => {
      // Whoever went on by themselves stays where they are.
      if (isNowhere()) before.current.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
    },
    [],
  );
}

/** A button, and the list that it stands in: of a list that runs on, only the latter may be left. */
function wayBack(element: Element | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return [];
  const around = element.parentElement?.closest<HTMLElement>("[tabindex]");
  return around ? [element, around] : [element];
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
