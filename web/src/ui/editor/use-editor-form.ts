import { useLayoutEffect, useRef, useState } from "react";
import { fieldErrors } from "../../api/errors";

/** Which state of something it is, and whose. */
export interface Version {
  revision: number;
  at: string;
  by: string;
}

/** A state that the server has, or offers for something new: that has no version yet. */
export interface Kept<Draft> {
  draft: Draft;
  version: Version | null;
}

export interface Stored<Draft> extends Kept<Draft> {
  id: string;
}

export interface FormOptions<Draft> {
  saved: Kept<Draft>;
  isNew: boolean;
  isLocked: boolean;
  /** Saves and answers what is stored now; refused when the server has another version than the one it was made from. */
  onSave: (draft: Draft, base: Kept<Draft>) => Promise<Stored<Draft>>;
  /** With what was typed while the save was under way. */
  onCreated: (id: string, typed: Partial<Draft>) => void;
  /** Was typed before the editor was there. */
  typed?: Partial<Draft> | undefined;
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
  failure: unknown;
}

const NONE: Refusal = { fields: {}, failure: null };

/** The state of an editor; what the server refuses stays beside its field until that field changes. */
export function useEditorForm<Draft extends object>(options: FormOptions<Draft>): EditorForm<Draft> {
  const { saved, isNew, isLocked, onSave, onCreated, typed } = options;
  const [seen, setSeen] = useState(saved);
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState({ ...saved.draft, ...typed });
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });
  const { refuse, takeBack, forget, ...refusal } = useRefusal();
  const [isSaving, setSaving] = useState(false);
  const isTouched = !isSame(base.draft, draft);
  const isDirty = isNew || isTouched;

  const show = (kept: Kept<Draft>) => {
    setBase(kept);
    setDraft(kept.draft);
  };
  // Somebody else saved: what is on the screen follows, unless something here is not saved yet.
  if (saved !== seen && !isSaving && !isNewer(base, saved)) {
    setSeen(saved);
    if (!isDirty) show(saved);
    else if (isOnlySwitched(base, saved)) {
      setBase(saved);
      setDraft({ ...draft, ...switchOf(saved.draft) });
    }
  }

  async function send(from: Kept<Draft>) {
    if (isLocked || isSaving || !isDirty) return;
    setSaving(true);
    try {
      const { id, ...stored } = await onSave(draft, from);
      forget();
      setBase(stored);
      setDraft((now) => withTyped(stored.draft, draft, now));
      // What was new has an editor of its own, which is on its way: saved from here, it would be there twice.
      if (isNew) onCreated(id, typedSince(draft, latest.current));
      else setSaving(false);
    } catch (error) {
      refuse(error);
      setSaving(false);
    }
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
    isNew,
    isLocked,
    theirs: isTouched && isNewer(seen, base) ? seen.version : null,
    save: () => void send(base),
    saveAnyway: () => void send(seen),
    discard: () => {
      show(isNewer(base, seen) ? base : seen);
      forget();
    },
  };
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

/** Whether two drafts say the same; a long list that nobody touched is the very same list, which is quick to see. */
function isSame<Draft extends object>(one: Draft, other: Draft): boolean {
  const both: Partial<Draft> = { ...one, ...other };
  // An object of this type has these keys.
  const names = Object.keys(both) as (keyof Draft)[];
  return names.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** What was stored, with what was typed since it was sent. */
function withTyped<Draft extends object>(stored: Draft, sent: Draft, now: Draft): Draft {
  return { ...stored, ...typedSince(sent, now) };
}

function typedSince<Draft extends object>(sent: Draft, now: Draft): Partial<Draft> {
  // An object of this type has these keys, and an object of its entries is a part of it.
  const entries = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Draft]);
  return Object.fromEntries(entries) as Partial<Draft>;
}

function isNewer<Draft>(one: Kept<Draft>, other: Kept<Draft>): boolean {
  return one.version !== null && other.version !== null && one.version.revision > other.version.revision;
}

/** The switch is in the list, not in the editor: whoever uses it changes nothing that is edited here. */
function isOnlySwitched<Draft extends object>(before: Kept<Draft>, after: Kept<Draft>): boolean {
  return isSame<Draft>(before.draft, { ...after.draft, ...switchOf(before.draft) });
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
