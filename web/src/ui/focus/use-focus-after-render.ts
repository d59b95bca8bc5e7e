import { type RefObject, useLayoutEffect, useRef } from "react";

/** Puts the focus to a place inside of something once the next drawing has made it: what had it moves, or goes away. */
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
