import { type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface Draft {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  caret: number;
  /** What was typed, as the field reports it. */
  typed: (field: HTMLTextAreaElement) => void;
  /** The caret was moved without typing. */
  moved: (field: HTMLTextAreaElement) => void;
  /** Puts a text into the field, with the caret there, or at its end. */
  put: (text: string, caret?: number) => void;
}

/** The text being written and where its caret stands. */
export function useDraft(): Draft {
  const field = useRef<HTMLTextAreaElement>(null);
  const [{ text, caret }, setDraft] = useState({ text: "", caret: 0 });
  const moveTo = useRef<number | null>(null);
  // After React has written the new text, or the browser would put the caret at the end.
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    field.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  });
  return {
    field,
    text,
    caret,
    typed: ({ value, selectionEnd }) => setDraft({ text: value, caret: selectionEnd }),
    moved: ({ selectionEnd }) => setDraft((draft) => ({ ...draft, caret: selectionEnd })),
    put: (next, at = next.length) => {
      moveTo.current = at;
      setDraft({ text: next, caret: at });
      field.current?.focus();
    },
  };
}
