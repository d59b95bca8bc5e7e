import { useEffect, useLayoutEffect, useRef } from "react";

/** The field of a sheet in which somebody writes, and where in it. */
export interface WritingPlace {
  index: number;
  start: number | null;
  end: number | null;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const FIELDS = "input, textarea";

export function writingPlace(): WritingPlace | null {
  const field = document.activeElement;
  const sheet = field?.closest("[data-side-sheet]");
  if (!sheet || !isField(field)) return null;
  return { index: fieldsOf(sheet).indexOf(field), start: field.selectionStart, end: field.selectionEnd };
}

/** Puts the focus to the same place of another sheet of the same kind, and answers the field. */
function goOnAt({ index, start, end }: WritingPlace): Field | null {
  const sheet = document.querySelector("[data-side-sheet]");
  const field = (sheet && fieldsOf(sheet)[index]) ?? null;
  field?.focus({ preventScroll: true });
  // Fields for numbers have no such place.
  if (start !== null) field?.setSelectionRange(start, end);
  return field;
}

/** Whoever was writing goes on in the sheet that has taken the place of theirs. */
export function useGoOnWriting(place: WritingPlace | null): void {
  const field = useRef<Field>(null);
  // Before the sheet takes the focus for itself.
  useLayoutEffect(() => {
    if (place) field.current = goOnAt(place);
  }, [place]);
  useEffect(() => {
    // A sheet that lies over its list takes the focus to its title in a moment.
    const later = setTimeout(() => field.current?.focus({ preventScroll: true }));
    return () => clearTimeout(later);
  }, []);
}

function fieldsOf(sheet: Element): Field[] {
  return [...sheet.querySelectorAll<Field>(FIELDS)];
}

function isField(element: Element | null): element is Field {
  return element?.matches(FIELDS) ?? false;
}
