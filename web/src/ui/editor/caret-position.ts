import { useLayoutEffect } from "react";

/** The focused field of a sheet and the selection in it. */
export interface CaretPosition {
  /** Index among the fields of the sheet. */
  index: number;
  /** The field's value. */
  text: string;
  start: number | null;
  end: number | null;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const FIELDS = "input, textarea";
const AUTOFOCUS = "data-autofocus";
// After this time Mantine has focused the autofocus element, which it does after two timers of 0 ms.
const SETTLED_MS = 50;

export function caretPosition(): CaretPosition | null {
  const field = document.activeElement;
  const sheet = field?.closest("[data-side-sheet]");
  if (!sheet || !isField(field)) return null;
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  return { index: fieldsOf(sheet).indexOf(field), text, start, end };
}

/** Restores focus, typed text and selection in another sheet with the same fields. */
function restoreCaret({ index, text, start, end }: CaretPosition): (() => void) | undefined {
  const sheet = document.querySelector("[data-side-sheet]");
  const field = sheet && fieldsOf(sheet)[index];
  if (!field) return;
  field.focus({ preventScroll: true });
  // Tag fields hold text that is not yet part of the draft.
  if (field.value !== text) typeInto(field, text);
  // Number fields have no selection.
  if (start !== null) field.setSelectionRange(start, end);
  const autofocus = moveAutofocus(sheet.querySelector(`[${AUTOFOCUS}]`), field);
  const later = setTimeout(autofocus.restore, SETTLED_MS);
  return () => {
    clearTimeout(later);
    autofocus.restore();
  };
}

/**
 * Makes the field the autofocus element instead of the title, until `restore` is called. A sheet that covers its list
 * focuses its autofocus element shortly after mounting: on the title, what the user types would be lost.
 */
function moveAutofocus(title: Element | null, field: Field) {
  title?.removeAttribute(AUTOFOCUS);
  field.setAttribute(AUTOFOCUS, "");
  const restore = () => {
    field.removeAttribute(AUTOFOCUS);
    title?.setAttribute(AUTOFOCUS, "");
  };
  return { restore };
}

/** Restores the caret after one sheet replaced another. */
export function useRestoredCaret(position: CaretPosition | null): void {
  useLayoutEffect(() => (position ? restoreCaret(position) : undefined), [position]);
}

/** Sets a value through the setter of the DOM, because React's own setter would swallow the input event. */
function typeInto(field: Field, text: string): void {
  const type = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(type.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function fieldsOf(sheet: Element): Field[] {
  return [...sheet.querySelectorAll<Field>(FIELDS)];
}

function isField(element: Element | null): element is Field {
  return element?.matches(FIELDS) ?? false;
}
