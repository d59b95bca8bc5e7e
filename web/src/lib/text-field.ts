const NOT_TEXT = new Set(["button", "checkbox", "radio", "range", "submit"]);

/** A single-line or multi-line field, not a switch or a slider. */
export function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NOT_TEXT.has(target.type));
}

/** Whether a letter that is pressed here is text. */
export function isTypedInto(target: EventTarget | null): boolean {
  return isTextField(target) || (target instanceof HTMLElement && target.isContentEditable);
}
