import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import {
  type DraftBase,
  isNewer,
  isSameDraft,
  type SavedDraft,
  type UnsavedDraft,
  type Version,
  withLaterEdits,
} from "./drafts";
import { useSaveQueue } from "./use-save-queue";

export type { DraftBase, SavedDraft, Version } from "./drafts";

/** State passed from one editor to the next of the same item. */
export interface UnsavedState<Draft> extends UnsavedDraft<Draft> {
  /** Save was pressed and the request is not sent yet. */
  isSaveQueued: boolean;
}

export interface FormOptions<Draft> {
  saved: DraftBase<Draft>;
  isNew: boolean;
  isLocked: boolean;
  /** Fields that are changed in the list too; such a change by another user is no conflict. */
  changedInList?: readonly (keyof Draft)[] | undefined;
  /** Saves and returns the stored state; rejected if the server has another version than `base`. */
  onSave: (draft: Draft, base: DraftBase<Draft>) => Promise<SavedDraft<Draft>>;
  /** Called after a new item is created, while its editor is still open. */
  onCreated: (id: string) => void;
  /** Whether a navigation has started while this editor is still mounted. */
  isLeaving?: () => boolean;
  /** Called when a save fails after its editor was closed. */
  onLateFailure: (error: unknown, unsaved: UnsavedDraft<Draft>) => void;
}

export interface EditorForm<Draft> {
  draft: Draft;
  /** The saved state the draft started from. */
  base: Draft;
  change: (part: Partial<Draft>) => void;
  /** The server's error of a field, by its path: `responses.0.text`. */
  errorOf: (field: string) => string | undefined;
  /** Paths of all fields with an error. */
  invalidFields: readonly string[];
  /** The error of the last save. */
  failure: unknown;
  /** The item is new or has unsaved changes. */
  needsSave: boolean;
  /** The draft differs from its base. */
  hasChanges: boolean;
  isSaving: boolean;
  /** Every change is part of the running save: leaving loses nothing. */
  isBeingSaved: boolean;
  isNew: boolean;
  isLocked: boolean;
  /** Another user's version, saved while this draft has changes. */
  conflict: Version | null;
  /** Saves the draft; during a running save, the next save is queued until that one ends. */
  save: () => void;
  /** Overwrites the other user's version. */
  saveAnyway: () => void;
  /** Returns to the latest saved state. */
  discard: () => void;
  unsavedState: () => UnsavedState<Draft>;
  /** Continues with the state of another editor of the same item. */
  resume: (unsaved: UnsavedState<Draft>) => void;
}

interface SaveErrors {
  fields: Record<string, string>;
  failure: unknown;
}

const NONE: SaveErrors = { fields: {}, failure: null };

/** State of an editor; the server's field errors stay until their field changes. */
export function useEditorForm<Draft extends object>(options: FormOptions<Draft>): EditorForm<Draft> {
  const { saved, isNew, isLocked, changedInList = [] } = options;
  const [seen, setSeen] = useState(saved);
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState(saved.draft);
  const { showErrors, clearChanged, clearErrors, ...errors } = useSaveErrors();
  const { sent, send, isSaveQueued } = useSaveQueue({
    ...options,
    draft,
    onStored: (stored, sentDraft) => {
      clearErrors();
      setBase(stored);
      setDraft((now) => withLaterEdits(stored.draft, sentDraft, now));
    },
    onFailure: showErrors,
  });
  const isSaving = sent !== null;
  const hasChanges = !isSameDraft(base.draft, draft);
  const needsSave = isNew || hasChanges;

  const show = ({ draft: next, base: from }: UnsavedDraft<Draft>) => {
    setBase(from);
    setDraft(next);
  };
  // Another user saved: the form takes the saved state. If it has unsaved changes, it takes only a change in the list.
  if (saved !== seen && !isSaving && !isNewer(base, saved)) {
    setSeen(saved);
    const next = needsSave ? withListChanges({ draft, base }, saved, changedInList) : unchangedDraft(saved);
    if (next) show(next);
  }

  function save(from: DraftBase<Draft>) {
    if (isSaving) isSaveQueued.current = true;
    else if (needsSave && !isLocked) void send({ draft, base: from });
  }

  return {
    draft,
    base: base.draft,
    change: (part) => {
      setDraft((before) => ({ ...before, ...part }));
      clearChanged(draft, part);
    },
    ...errors,
    needsSave,
    hasChanges,
    isSaving,
    isBeingSaved: isSaving && isSameDraft(sent, draft),
    isNew,
    isLocked,
    conflict: hasChanges && isNewer(seen, base) ? seen.version : null,
    save: () => save(base),
    saveAnyway: () => save(seen),
    discard: () => {
      show(unchangedDraft(isNewer(base, seen) ? base : seen));
      clearErrors();
    },
    unsavedState: () => ({ draft, base, isSaveQueued: isSaveQueued.current }),
    resume: ({ isSaveQueued, ...unsaved }) => {
      if (isLocked || isSameDraft(unsaved.base.draft, unsaved.draft)) return;
      show(unsaved);
      if (isSaveQueued) void send(unsaved);
    },
  };
}

function unchangedDraft<Draft>(base: DraftBase<Draft>): UnsavedDraft<Draft> {
  return { draft: base.draft, base };
}

function useSaveErrors() {
  const [{ fields, failure }, setErrors] = useState(NONE);
  return {
    errorOf: (field: string) => fields[field],
    invalidFields: Object.keys(fields),
    failure,
    showErrors: (error: unknown) => setErrors({ fields: fieldErrors(error), failure: error }),
    clearChanged: (draft: object, part: object) => setErrors((before) => withoutChanged(before, draft, part)),
    clearErrors: () => setErrors(NONE),
  };
}

/** The unsaved draft on top of a newer version; null if that differs in more than these fields. */
function withListChanges<Draft extends object>(
  { draft, base }: UnsavedDraft<Draft>,
  saved: DraftBase<Draft>,
  fields: readonly (keyof Draft)[],
): UnsavedDraft<Draft> | null {
  const withFields = (one: Draft, other: Draft): Draft => ({
    ...one,
    ...Object.fromEntries(fields.map((field) => [field, other[field]])),
  });
  if (!isSameDraft(withFields(saved.draft, base.draft), base.draft)) return null;
  return { draft: withFields(draft, saved.draft), base: saved };
}

/** The errors that stay after a change: field errors of unchanged values, also of unchanged entries of a list. */
function withoutChanged(errors: SaveErrors, before: object, part: object): SaveErrors {
  const unchangedErrors = Object.entries(errors.fields).filter(([field]) => {
    const path = field.split(".");
    return !((path[0] ?? "") in part) || isUntouched(before, part, path);
  });
  return { failure: null, fields: Object.fromEntries(unchangedErrors) };
}

/** Whether the value at a path is unchanged; a path unknown to the draft counts as changed. */
function isUntouched(before: unknown, after: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return before === after && before !== undefined;
  return isUntouched(valueIn(before, name), valueIn(after, name), rest);
}

function valueIn(value: unknown, name: string): unknown {
  // A missing key is undefined.
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
