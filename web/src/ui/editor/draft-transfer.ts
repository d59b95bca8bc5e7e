import { useLayoutEffect, useRef, useState } from "react";
import { type CaretPosition, caretPosition, useRestoredCaret } from "./caret-position";
import type { UnsavedDraft } from "./drafts";
import type { EditorForm, UnsavedState } from "./use-editor-form";

interface HandedOver {
  rest: UnsavedState<object>;
  place: CaretPosition | null;
}

// By the path of the receiving editor.
const handedOver = new Map<string, HandedOver>();

/** Keeps an unsaved draft until its editor is opened again. */
export function keepUnsaved(address: string, unsaved: UnsavedDraft<object>): void {
  handedOver.set(address, { rest: { ...unsaved, isSaveAsked: false }, place: null });
}

/**
 * Resumes the state left for this path, and returns a function that passes draft, caret and a queued save to the
 * editor of another path. It is passed on unmount, because the user may type until then.
 */
export function useDraftTransfer<Draft extends object>(address: string, form: EditorForm<Draft>): (to: string) => void {
  const next = useRef<string>(null);
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  const [place, setPlace] = useState<CaretPosition | null>(null);
  useLayoutEffect(() => {
    const taken = handedOver.get(address);
    handedOver.delete(address);
    if (!taken) return;
    // Stored by an editor of the same kind, so the fields match.
    latest.current.resume(taken.rest as UnsavedState<Draft>);
    setPlace(taken.place);
  }, [address]);
  useLayoutEffect(
    () => () => {
      const to = next.current;
      if (to === null) return;
      handedOver.set(to, { rest: latest.current.unsavedState(), place: caretPosition() });
      // The next editor takes it at once; after another navigation it must not appear later.
      queueMicrotask(() => handedOver.delete(to));
    },
    [],
  );
  useRestoredCaret(place);
  return (to) => {
    next.current = to;
  };
}
