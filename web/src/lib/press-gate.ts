import { useState } from "react";

export interface Gate {
  /** True for the first call, false for later ones until the gate opens again. */
  enter: () => boolean;
  open: () => void;
}

export function makeGate(): Gate {
  let isClosed = false;
  return {
    enter: () => {
      const isFirst = !isClosed;
      isClosed = true;
      return isFirst;
    },
    open: () => {
      isClosed = false;
    },
  };
}

/** A gate that stops the second click of a double-click, which may come before the button is disabled. */
export function useGate(): Gate {
  return useState(makeGate)[0];
}
