import { useState } from "react";

export interface Gate {
  /** True for whoever comes first; false for everybody after, until it opens again. */
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

/** Lets one of two quick presses through: the second can come before the screen knows of the first. */
export function useGate(): Gate {
  return useState(makeGate)[0];
}
