import type { KeyboardEvent } from "react";

/** Moves the focus between the buttons of a toolbar when an arrow key is pressed. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const current = buttons.findIndex((button) => button.matches(":focus"));
  if (current < 0) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[(current + step + buttons.length) % buttons.length]?.focus();
}
