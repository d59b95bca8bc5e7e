import type { MouseEvent } from "react";

/** Busy or off state of a button; `disabled` would lose the focus. */
export interface BusyState {
  /** Its action is running. */
  isBusy: boolean;
  /** The action is unavailable. */
  isOff?: boolean | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
}

export function busyProps({ isBusy, isOff = false, onClick }: BusyState) {
  const isDisabled = isBusy || isOff;
  return {
    "data-disabled": isDisabled,
    "aria-disabled": isDisabled || undefined,
    "aria-busy": isBusy || undefined,
    onClick: (event: MouseEvent<HTMLElement>) => {
      // Also keeps its form from being submitted.
      if (isDisabled) event.preventDefault();
      else onClick?.(event);
    },
  };
}
