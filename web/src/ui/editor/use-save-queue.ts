import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type DraftBase, isSameDraft, type SavedDraft, type UnsavedDraft, withLaterEdits } from "./drafts";

interface SaveQueueOptions<Draft> {
  draft: Draft;
  isNew: boolean;
  onSave: (draft: Draft, base: DraftBase<Draft>) => Promise<SavedDraft<Draft>>;
  /** Called with the stored state and the draft that was sent. */
  onStored: (stored: DraftBase<Draft>, sentDraft: Draft) => void;
  onFailure: (error: unknown) => void;
  onCreated: (id: string) => void;
  isLeaving?: () => boolean;
  onLateFailure: (error: unknown, unsaved: UnsavedDraft<Draft>) => void;
}

const never = () => false;

/** Saves a draft, and once more with the latest draft if `isSaveQueued` was set meanwhile. */
export function useSaveQueue<Draft extends object>(options: SaveQueueOptions<Draft>) {
  const { draft, isNew, onSave, onStored, onFailure, onCreated, isLeaving = never, onLateFailure } = options;
  const [sent, setSent] = useState<Draft | null>(null);
  const isSaveQueued = useRef(false);
  const latest = useLatest(draft);
  const isOpen = () => latest.current.isMounted && !isLeaving();

  async function send(unsaved: UnsavedDraft<Draft>): Promise<void> {
    isSaveQueued.current = false;
    setSent(unsaved.draft);
    try {
      const { id, ...stored } = await onSave(unsaved.draft, unsaved.base);
      applyStored(id, stored, unsaved.draft);
    } catch (error) {
      if (!isOpen()) return onLateFailure(error, unsaved);
      onFailure(error);
      setSent(null);
    }
  }

  function applyStored(id: string, stored: DraftBase<Draft>, sentDraft: Draft) {
    if (!isOpen()) return;
    onStored(stored, sentDraft);
    // A new item gets its own editor: saving here again would create it twice.
    if (isNew) return onCreated(id);
    const next = withLaterEdits(stored.draft, sentDraft, latest.current.draft);
    if (isSaveQueued.current && !isSameDraft(stored.draft, next)) void send({ draft: next, base: stored });
    else setSent(null);
  }

  return {
    /** The draft being saved. */
    sent,
    send,
    /** Another save was requested during this one. */
    isSaveQueued,
  };
}

/** The latest draft and whether the editor is mounted, for async callbacks. */
function useLatest<Draft>(draft: Draft): RefObject<{ draft: Draft; isMounted: boolean }> {
  const latest = useRef({ draft, isMounted: false });
  useLayoutEffect(() => {
    latest.current.draft = draft;
  });
  useLayoutEffect(() => {
    const { current } = latest;
    current.isMounted = true;
    return () => {
      current.isMounted = false;
    };
  }, []);
  return latest;
}
