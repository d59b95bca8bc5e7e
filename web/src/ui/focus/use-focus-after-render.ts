import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a function that, after the next render, focuses the element in `container` that a selector matches. */
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
