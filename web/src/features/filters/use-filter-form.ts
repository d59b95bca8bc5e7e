import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { isSame } from "./draft";
import type { FilterDraft } from "./filter-types";
import { problemsOf, type TermRow } from "./terms";

/** What is being edited: the fields of a filter, and its terms where it has some. */
export interface Contents {
  draft: FilterDraft;
  rows: readonly TermRow[];
}

/** Which state of a filter it is, and whose. */
export interface Version {
  revision: number;
  at: string;
  by: string;
}

/** A state that the server has, or offers for a new filter: that has no version yet. */
export interface Kept extends Contents {
  version: Version | null;
}

export interface Stored extends Kept {
  id: string;
}

interface FormOptions {
  saved: Kept;
  isNew: boolean;
  isLocked: boolean;
  /** Saves and answers what is stored now; refused when the server has another version than the one it was made from. */
  onSave: (contents: Contents, base: Kept) => Promise<Stored>;
  onCreated: (filterId: string) => void;
}

export interface FilterForm extends Contents {
  savedRows: readonly TermRow[];
  change: (part: Partial<FilterDraft>) => void;
  changeRows: (rows: TermRow[]) => void;
  errorOf: (field: string) => string | undefined;
  problems: Readonly<Record<number, string>>;
  /** A failure that belongs to no field. */
  failure: unknown;
  /** Something can be saved: a new filter also as it is offered. */
  isDirty: boolean;
  /** Something was typed that would be lost. */
  isTouched: boolean;
  isSaving: boolean;
  isNew: boolean;
  isLocked: boolean;
  /** Somebody else's version, saved while something here is not. */
  theirs: Version | null;
  save: () => void;
  /** Overwrites what somebody else saved. */
  saveAnyway: () => void;
  /** Back to what is saved now, by whomever. */
  discard: () => void;
}

interface Refusal {
  fields: Record<string, string>;
  problems: Record<number, string>;
  failure: unknown;
}

const NONE: Refusal = { fields: {}, problems: {}, failure: null };

/** The state of the editor; what the server refuses stays beside its field until that field changes. */
export function useFilterForm({ saved, isNew, isLocked, onSave, onCreated }: FormOptions): FilterForm {
  const [seen, setSeen] = useState(saved);
  const [base, setBase] = useState(saved);
  const [contents, setContents] = useState(saved);
  const [refusal, setRefusal] = useState(NONE);
  const [isSaving, setSaving] = useState(false);
  const isTouched = !isSame(base.draft, contents.draft) || !isSame(base.rows, contents.rows);
  const isDirty = isNew || isTouched;

  const show = (kept: Kept) => {
    setBase(kept);
    setContents(kept);
  };
  // Somebody else saved: what is on the screen follows, unless something here is not saved yet.
  if (saved !== seen && !isSaving && !isNewer(base, saved)) {
    setSeen(saved);
    if (!isDirty) show(saved);
    else if (isOnlySwitched(base, saved)) {
      setBase(saved);
      setContents({ ...contents, draft: { ...contents.draft, enabled: saved.draft.enabled } });
    }
  }

  async function send(from: Kept) {
    if (isLocked || isSaving || !isDirty) return;
    setSaving(true);
    try {
      const { id, ...stored } = await onSave(contents, from);
      setRefusal(NONE);
      show(stored);
      if (isNew) onCreated(id);
    } catch (error) {
      setRefusal(refusalOf(error, contents));
    } finally {
      setSaving(false);
    }
  }

  return {
    ...contents,
    savedRows: base.rows,
    change: (part) => {
      setContents((before) => ({ ...before, draft: { ...before.draft, ...part } }));
      setRefusal((before) => withoutFields(before, Object.keys(part)));
    },
    changeRows: (rows) => {
      setContents((before) => ({ ...before, rows }));
      setRefusal((before) => withoutRows(before, contents.rows, rows));
    },
    errorOf: (field) => refusal.fields[field],
    problems: refusal.problems,
    failure: refusal.failure,
    isDirty,
    isTouched,
    isSaving,
    isNew,
    isLocked,
    theirs: isTouched && isNewer(seen, base) ? seen.version : null,
    save: () => void send(base),
    saveAnyway: () => void send(seen),
    discard: () => {
      show(isNewer(base, seen) ? base : seen);
      setRefusal(NONE);
    },
  };
}

function isNewer(one: Kept, other: Kept): boolean {
  return one.version !== null && other.version !== null && one.version.revision > other.version.revision;
}

/** The switch is in the list, not in the editor: whoever uses it changes nothing that is edited here. */
function isOnlySwitched(before: Kept, after: Kept): boolean {
  const draft = { ...after.draft, enabled: before.draft.enabled };
  return isSame(before.draft, draft) && isSame(before.rows, after.rows);
}

function refusalOf(error: unknown, { rows }: Contents): Refusal {
  const fields = fieldErrors(error);
  return { fields, problems: problemsOf(rows, fields), failure: error };
}

/** A change of a field takes back what was said about it and about all inside it. */
function withoutFields(refusal: Refusal, changed: readonly string[]): Refusal {
  const isChanged = (field: string) => changed.some((name) => field === name || field.startsWith(`${name}.`));
  const kept = Object.entries(refusal.fields).filter(([field]) => !isChanged(field));
  return { ...refusal, failure: null, fields: Object.fromEntries(kept) };
}

function withoutRows(refusal: Refusal, before: readonly TermRow[], after: readonly TermRow[]): Refusal {
  const unchanged = new Set(after);
  const same = new Set(before.filter((row) => unchanged.has(row)).map(({ key }) => key));
  const kept = Object.entries(refusal.problems).filter(([key]) => same.has(Number(key)));
  return { ...refusal, failure: null, problems: Object.fromEntries(kept) };
}
