import { useLayoutEffect } from "react";

/** The field of a sheet in which somebody writes, and where in it. */
export interface CaretPosition {
  index: number;
  /** What stands in it. */
  text: string;
  start: number | null;
  end: number | null;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const FIELDS = "input, textarea";
const MARK = "data-autofocus";
// The sheet waits for two timers of zero.
const SETTLED_MS = 50;

export function caretPosition(): CaretPosition | null {
  const field = document.activeElement;
  const sheet = field?.closest("[data-side-sheet]");
  if (!sheet || !isField(field)) return null;
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  return { index: fieldsOf(sheet).indexOf(field), text, start, end };
}

/** Puts the focus to the same place of another sheet of the same kind, and lets the sheet leave it there. */
function goOnAt({ index, text, start, end }: CaretPosition): (() => void) | undefined {
  const sheet = document.querySelector("[data-side-sheet]");
  const field = sheet && fieldsOf(sheet)[index];
  if (!field) return;
  field.focus({ preventScroll: true });
  // Some fields keep a word to themselves until it is entered.
  if (field.value !== text) typeInto(field, text);
  // Fields for numbers have no such place.
  if (start !== null) field.setSelectionRange(start, end);
  const mark = moveMark(sheet.querySelector(`[${MARK}]`), field);
  const later = setTimeout(mark.back, SETTLED_MS);
  return () => {
    clearTimeout(later);
    mark.back();
  };
}

/**
 * A sheet that lies over its list takes the focus in a moment to where it is marked, and the next letter would be lost
 * there: for that long the mark is at the field.
 */
function moveMark(title: Element | null, field: Field) {
  title?.removeAttribute(MARK);
  field.setAttribute(MARK, "");
  const back = () => {
    field.removeAttribute(MARK);
    title?.setAttribute(MARK, "");
  };
  return { back };
}

/** Whoever was writing goes on in the sheet that has taken the place of theirs. */
export function useRestoredCaret(place: CaretPosition | null): void {
  useLayoutEffect(() => (place ? goOnAt(place) : undefined), [place]);
}

/** Does what the browser does for somebody who types: React sees only what is set behind its back. */
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
