import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a function that focuses a selector inside `container` after the next render. */
export function useFocusAfterRender(container: RefObject<HTMLElement | null>): (selector: string) => void {
  const pendingSelector = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (pendingSelector.current === null) return;
    container.current?.querySelector<HTMLElement>(pendingSelector.current)?.focus();
    pendingSelector.current = null;
  });
  return (selector) => {
    pendingSelector.current = selector;
  };
}
