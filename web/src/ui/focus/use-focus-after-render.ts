import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a function that focuses a selector inside `around` after the next render. */
export function useFocusAfterRender(around: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    around.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  });
  return (selector) => {
    wanted.current = selector;
  };
}
