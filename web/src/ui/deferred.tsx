import { type ReactNode, useDeferredValue } from "react";

interface DeferredProps {
  /** Shown until the children are rendered. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows the fallback first and renders the children afterwards, so that the page stays responsive. */
export function Deferred({ fallback, children }: DeferredProps) {
  return useDeferredValue(true, false) ? children : fallback;
}
