import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import {
  type DraftBase,
  isNewer,
  isSameDraft,
  mergeTyped,
  type SavedDraft,
  type UnsavedDraft,
  type Version,
} from "./drafts";
import { useSaveQueue } from "./use-save-queue";

export type { DraftBase, SavedDraft, Version } from "./drafts";

/** What one editor leaves to the next of the same thing. */
export interface UnsavedState<Draft> extends UnsavedDraft<Draft> {
  /** Somebody has asked to save it, and it is not sent yet. */
  isSaveAsked: boolean;
}

export interface FormOptions<Draft> {
  saved: DraftBase<Draft>;
  isNew: boolean;
  isLocked: boolean;
  /** Saves and answers what is stored now; refused when the server has another version than the one it was made from. */
  onSave: (draft: Draft, base: DraftBase<Draft>) => Promise<SavedDraft<Draft>>;
  /** Something new is stored, and whoever made it is still here. */
  onCreated: (id: string) => void;
  /** Whoever edits is on the way out of here, although this editor is still on the screen. */
  isLeaving?: () => boolean;
  /** What was being saved when its editor was left could not be saved. */
  onLost: (error: unknown, unsaved: UnsavedDraft<Draft>) => void;
}

export interface EditorForm<Draft> {
  draft: Draft;
  /** What it was made from. */
  base: Draft;
  change: (part: Partial<Draft>) => void;
  /** The server's words about a field, named as it names it: `responses.0.text`. */
  errorOf: (field: string) => string | undefined;
  /** The names of all fields that are still refused. */
  refused: readonly string[];
  /** A failure that belongs to no field. */
  failure: unknown;
  /** Something can be saved. */
  isDirty: boolean;
  /** Something was typed that would be lost. */
  isTouched: boolean;
  isSaving: boolean;
  /** All that was typed is being saved: nothing of it is lost by leaving. */
  isOnItsWay: boolean;
  isNew: boolean;
  isLocked: boolean;
  /** Somebody else's version, saved while something here is not. */
  theirs: Version | null;
  /** While a save is under way it is remembered: what was typed since is saved after it. */
  save: () => void;
  /** Overwrites what somebody else saved. */
  saveAnyway: () => void;
  /** Back to what is saved now, by whomever. */
  discard: () => void;
  unsavedState: () => UnsavedState<Draft>;
  /** Goes on with what another editor of the same thing has left. */
  resume: (rest: UnsavedState<Draft>) => void;
}

interface Refusal {
  fields: Record<string, string>;
  failure: unknown;
}

const NONE: Refusal = { fields: {}, failure: null };

/** The state of an editor; what the server refuses stays beside its field until that field changes. */
export function useEditorForm<Draft extends object>(options: FormOptions<Draft>): EditorForm<Draft> {
  const { saved, isNew, isLocked } = options;
  const [seen, setSeen] = useState(saved);
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState(saved.draft);
  const { refuse, takeBack, forget, ...refusal } = useRefusal();
  const { sent, send, isAskedAgain } = useSaveQueue({
    ...options,
    draft,
    onStored: (stored, before) => {
      forget();
      setBase(stored);
      setDraft((now) => mergeTyped(stored.draft, before, now));
    },
    onRefused: refuse,
  });
  const isSaving = sent !== null;
  const isTouched = !isSameDraft(base.draft, draft);
  const isDirty = isNew || isTouched;

  const show = ({ draft: next, base: from }: UnsavedDraft<Draft>) => {
    setBase(from);
    setDraft(next);
  };
  // Somebody else saved: what is on the screen follows, unless something here is not saved yet.
  if (saved !== seen && !isSaving && !isNewer(base, saved)) {
    setSeen(saved);
    if (!isDirty) show(asKept(saved));
    else if (isOnlySwitched(base, saved)) show({ draft: { ...draft, ...switchOf(saved.draft) }, base: saved });
  }

  function save(from: DraftBase<Draft>) {
    if (isSaving) isAskedAgain.current = true;
    else if (isDirty && !isLocked) void send({ draft, base: from });
  }

  return {
    draft,
    base: base.draft,
    change: (part) => {
      setDraft((before) => ({ ...before, ...part }));
      takeBack(draft, part);
    },
    ...refusal,
    isDirty,
    isTouched,
    isSaving,
    isOnItsWay: isSaving && isSameDraft(sent, draft),
    isNew,
    isLocked,
    theirs: isTouched && isNewer(seen, base) ? seen.version : null,
    save: () => save(base),
    saveAnyway: () => save(seen),
    discard: () => {
      show(asKept(isNewer(base, seen) ? base : seen));
      forget();
    },
    unsavedState: () => ({ draft, base, isSaveAsked: isAskedAgain.current }),
    resume: ({ isSaveAsked, ...unsaved }) => {
      if (isLocked || isSameDraft(unsaved.base.draft, unsaved.draft)) return;
      show(unsaved);
      if (isSaveAsked) void send(unsaved);
    },
  };
}

function asKept<Draft>(base: DraftBase<Draft>): UnsavedDraft<Draft> {
  return { draft: base.draft, base };
}

/** What the server did not take. */
function useRefusal() {
  const [{ fields, failure }, setRefusal] = useState(NONE);
  return {
    errorOf: (field: string) => fields[field],
    refused: Object.keys(fields),
    failure,
    refuse: (error: unknown) => setRefusal({ fields: fieldErrors(error), failure: error }),
    takeBack: (draft: object, part: object) => setRefusal((before) => withoutChanged(before, draft, part)),
    forget: () => setRefusal(NONE),
  };
}

/** The switch is in the list, not in the editor: whoever uses it changes nothing that is edited here. */
function isOnlySwitched<Draft extends object>(before: DraftBase<Draft>, after: DraftBase<Draft>): boolean {
  return isSameDraft<Draft>(before.draft, { ...after.draft, ...switchOf(before.draft) });
}

/** Not everything that is edited can be switched off. */
function switchOf(draft: object): object {
  return "enabled" in draft ? { enabled: draft.enabled } : {};
}

/** A change takes back what was said about it and about all inside it; what is said of its neighbours stays. */
function withoutChanged(refusal: Refusal, before: object, part: object): Refusal {
  const kept = Object.entries(refusal.fields).filter(([field]) => {
    const way = field.split(".");
    return !((way[0] ?? "") in part) || isUntouched(before, part, way);
  });
  return { failure: null, fields: Object.fromEntries(kept) };
}

/** Whether what stands at the end of a way is still the same. What only the server knows is taken for changed. */
function isUntouched(before: unknown, after: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return before === after && before !== undefined;
  return isUntouched(inside(before, name), inside(after, name), rest);
}

function inside(value: unknown, name: string): unknown {
  // Whatever is asked for by a name that it does not have is undefined.
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
