import type { MouseEvent } from "react";

/** What is under way or off, said of a button that stays where it is: one that is disabled would lose the focus. */
export interface BusyState {
  /** What it began is under way. */
  isBusy: boolean;
  /** There is nothing to do. */
  isOff?: boolean | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
}

export function busyProps({ isBusy, isOff = false, onClick }: BusyState) {
  const isResting = isBusy || isOff;
  return {
    "data-disabled": isResting,
    "aria-disabled": isResting || undefined,
    "aria-busy": isBusy || undefined,
    onClick: (event: MouseEvent<HTMLElement>) => {
      // Nor is its form sent.
      if (isResting) event.preventDefault();
      else onClick?.(event);
    },
  };
}
