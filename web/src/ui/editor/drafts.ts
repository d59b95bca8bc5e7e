/** Version of a stored item: when it was saved, and by whom. */
export interface Version {
  revision: number;
  at: string;
  by: string;
}

/** The stored state that editing started from; a new item has no version. */
export interface DraftBase<Draft> {
  draft: Draft;
  version: Version | null;
}

/** What the server stored. */
export interface SavedDraft<Draft> extends DraftBase<Draft> {
  id: string;
}

/** A draft and the state it started from. */
export interface UnsavedDraft<Draft> {
  draft: Draft;
  base: DraftBase<Draft>;
}

/** Deep equality of two drafts; fast for long lists whose reference has not changed. */
export function isSameDraft<Draft extends object>(one: Draft, other: Draft): boolean {
  const both: Partial<Draft> = { ...one, ...other };
  // Cast: `Object.keys` returns strings.
  const names = Object.keys(both) as (keyof Draft)[];
  return names.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** The fields of a draft, from a stored item, which has more. */
export function fieldsOf<Draft extends object>(draft: Draft, item: Draft): Draft {
  // Cast: `Object.keys` returns strings.
  const names = Object.keys(draft) as (keyof Draft)[];
  return { ...draft, ...Object.fromEntries(names.map((name) => [name, item[name]])) };
}

/** The stored draft with the edits made after `sent` was sent to the server. */
export function withLaterEdits<Draft extends object>(stored: Draft, sent: Draft, now: Draft): Draft {
  // Cast: `Object.entries` returns the names as strings.
  const edits = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Draft]);
  return { ...stored, ...Object.fromEntries(edits) };
}

export function isNewer<Draft>(base: DraftBase<Draft>, other: DraftBase<Draft>): boolean {
  return base.version !== null && other.version !== null && base.version.revision > other.version.revision;
}
