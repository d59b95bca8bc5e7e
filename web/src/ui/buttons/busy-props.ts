import type { MouseEvent } from "react";

/** Busy or disabled state of a button; the HTML attribute `disabled` would lose the focus. */
export interface BusyState {
  /** The button's action is running. */
  isBusy: boolean;
  /** The action is unavailable. */
  isDisabled?: boolean | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
}

export function busyProps({ isBusy, isDisabled = false, onClick }: BusyState) {
  const isInactive = isBusy || isDisabled;
  return {
    "data-disabled": isInactive,
    "aria-disabled": isInactive || undefined,
    "aria-busy": isBusy || undefined,
    onClick: (event: MouseEvent<HTMLElement>) => {
      // Also prevents a form submit.
      if (isInactive) event.preventDefault();
      else onClick?.(event);
    },
  };
}
