import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { readDraft, saveDraft } from "../../lib/text/drafts";

export interface Draft {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  caret: number;
  onType: (field: HTMLTextAreaElement) => void;
  onCaretMove: (field: HTMLTextAreaElement) => void;
  /** Returns the stored text, which is up to date even after an await or an unmount. */
  latest: () => string;
  /** Replaces the text and focuses the field; by default the caret goes to the end of the text. */
  setText: (text: string, caret?: number) => void;
}

/** Text and caret of the message field; the text is kept when the user leaves the screen. */
export function useDraft(channelId: string): Draft {
  const draftKey = `message:${channelId}`;
  const field = useRef<HTMLTextAreaElement>(null);
  const [{ text, caret }, setDraft] = useState(() => ({ text: readDraft(draftKey), caret: 0 }));
  const write = (next: string, at: number) => {
    saveDraft(draftKey, next);
    setDraft({ text: next, caret: at });
  };
  const moveTo = useRef<number | null>(null);
  // The caret is set after React has set the text, because the browser then moves the caret to the end.
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    field.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  });
  return {
    field,
    text,
    caret,
    latest: () => readDraft(draftKey),
    onType: ({ value, selectionEnd }) => write(value, selectionEnd),
    onCaretMove: ({ selectionEnd }) => setDraft((draft) => ({ ...draft, caret: selectionEnd })),
    setText: (next, at = next.length) => {
      moveTo.current = at;
      write(next, at);
      field.current?.focus();
    },
  };
}
