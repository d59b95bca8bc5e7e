import { useState } from "react";

export interface Gate {
  /** True for the first call, false for later ones until the gate opens again. */
  enter: () => boolean;
  open: () => void;
}

export function makeGate(): Gate {
  let isTaken = false;
  return {
    enter: () => {
      const isFirst = !isTaken;
      isTaken = true;
      return isFirst;
    },
    open: () => {
      isTaken = false;
    },
  };
}

/** Lets one click of a double-click through, before the next render disables the button. */
export function useGate(): Gate {
  return useState(makeGate)[0];
}
