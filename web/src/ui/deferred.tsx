import { type ReactNode, useDeferredValue } from "react";

interface DeferredProps {
  /** Shown until the children are rendered. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Renders its children after what is around them, in small steps: the browser can paint and react in between. */
export function Deferred({ fallback, children }: DeferredProps) {
  return useDeferredValue(true, false) ? children : fallback;
}
