import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { draftAt, keepDraft } from "../../lib/text/drafts";

export interface Draft {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  caret: number;
  /** What was typed, as the field reports it. */
  typed: (field: HTMLTextAreaElement) => void;
  /** The caret was moved without typing. */
  moved: (field: HTMLTextAreaElement) => void;
  /** As it is now: whatever was waited for may have taken longer than the text stayed, or the screen. */
  latest: () => string;
  /** Puts a text into the field, with the caret there, or at its end. */
  put: (text: string, caret?: number) => void;
}

/** The text being written and where its caret stands; whoever leaves the screen finds the text when they come back. */
export function useDraft(channelId: string): Draft {
  const place = `message:${channelId}`;
  const field = useRef<HTMLTextAreaElement>(null);
  const [{ text, caret }, setDraft] = useState(() => ({ text: draftAt(place), caret: 0 }));
  const write = (next: string, at: number) => {
    keepDraft(place, next);
    setDraft({ text: next, caret: at });
  };
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
    latest: () => draftAt(place),
    typed: ({ value, selectionEnd }) => write(value, selectionEnd),
    moved: ({ selectionEnd }) => setDraft((draft) => ({ ...draft, caret: selectionEnd })),
    put: (next, at = next.length) => {
      moveTo.current = at;
      write(next, at);
      field.current?.focus();
    },
  };
}
