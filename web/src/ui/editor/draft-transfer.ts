import { useLayoutEffect, useRef, useState } from "react";
import { type CaretPosition, caretPosition, useRestoredCaret } from "./caret-position";
import type { UnsavedDraft } from "./drafts";
import type { EditorForm, UnsavedState } from "./use-editor-form";

interface HandedOver {
  rest: UnsavedState<object>;
  place: CaretPosition | null;
}

// By the address of the editor that takes it.
const handedOver = new Map<string, HandedOver>();

/** Keeps what could not be saved for the next time that its editor is opened. */
export function keepUnsaved(address: string, unsaved: UnsavedDraft<object>): void {
  handedOver.set(address, { rest: { ...unsaved, isSaveAsked: false }, place: null });
}

/**
 * Goes on with what was left for this address, and answers how to leave all to another one: what is typed until this
 * editor goes, the caret, and a save that was asked for. Letters come until the very moment at which one takes the
 * place of the other, so they are handed over in that moment.
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
    // Put there by an editor of the same thing, which has the same fields.
    latest.current.resume(taken.rest as UnsavedState<Draft>);
    setPlace(taken.place);
  }, [address]);
  useLayoutEffect(
    () => () => {
      const to = next.current;
      if (to === null) return;
      handedOver.set(to, { rest: latest.current.unsavedState(), place: caretPosition() });
      // It is taken at once; whoever has gone elsewhere does not come upon it later.
      queueMicrotask(() => handedOver.delete(to));
    },
    [],
  );
  useRestoredCaret(place);
  return (to) => {
    next.current = to;
  };
}
