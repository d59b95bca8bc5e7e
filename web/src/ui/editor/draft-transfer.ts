import { useLayoutEffect, useRef, useState } from "react";
import { type CaretPosition, caretPosition, useRestoredCaret } from "./caret-position";
import type { UnsavedDraft } from "./drafts";
import type { EditorForm, UnsavedState } from "./use-editor-form";

interface Transfer {
  state: UnsavedState<object>;
  caret: CaretPosition | null;
}

// Transfers by the path of the receiving editor.
const transfers = new Map<string, Transfer>();

/** Keeps an unsaved draft until its editor is opened again. */
export function keepUnsaved(address: string, unsaved: UnsavedDraft<object>): void {
  transfers.set(address, { state: { ...unsaved, isSaveQueued: false }, caret: null });
}

/**
 * Takes over what another editor passed to this path. The returned function sets the path to which this editor passes
 * its draft, caret and queued save; it does so when it is unmounted, because the user may type until then.
 */
export function useDraftTransfer<Draft extends object>(address: string, form: EditorForm<Draft>): (to: string) => void {
  const target = useRef<string>(null);
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  const [caret, setCaret] = useState<CaretPosition | null>(null);
  useLayoutEffect(() => {
    const transfer = transfers.get(address);
    transfers.delete(address);
    if (!transfer) return;
    // Stored by an editor of the same kind, so the fields match.
    latest.current.resume(transfer.state as UnsavedState<Draft>);
    setCaret(transfer.caret);
  }, [address]);
  useLayoutEffect(
    () => () => {
      const to = target.current;
      if (to === null) return;
      transfers.set(to, { state: latest.current.unsavedState(), caret: caretPosition() });
      // Only the editor that this navigation opens may take the transfer, not one that is opened later.
      queueMicrotask(() => transfers.delete(to));
    },
    [],
  );
  useRestoredCaret(caret);
  return (to) => {
    target.current = to;
  };
}
