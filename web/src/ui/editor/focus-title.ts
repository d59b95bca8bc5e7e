/** For a button that goes with what it did: the focus goes on from the title of its editor. */
export function focusTitle(button: Element): void {
  button.closest("[data-width]")?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}
