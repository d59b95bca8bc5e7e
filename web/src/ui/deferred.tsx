import { type ReactNode, useDeferredValue } from "react";

interface DeferredProps {
  /** Shown until the children are rendered. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Renders its children after the elements around them and interruptibly, so that the page stays responsive. */
export function Deferred({ fallback, children }: DeferredProps) {
  return useDeferredValue(true, false) ? children : fallback;
}
