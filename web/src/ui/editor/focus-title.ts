/** Moves the focus to the editor's title, for a button that disappears when pressed. */
export function focusTitle(button: Element): void {
  button.closest("[data-width]")?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}
