const NOT_TEXT = new Set(["button", "checkbox", "radio", "range", "submit"]);

/** Whether the target is a single-line or multi-line field, not a switch or a slider. */
export function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NOT_TEXT.has(target.type));
}

/** Whether a pressed letter is typed into the target. */
export function isTypedInto(target: EventTarget | null): boolean {
  return isTextField(target) || (target instanceof HTMLElement && target.isContentEditable);
}
