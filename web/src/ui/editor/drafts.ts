/** Version of a stored item. */
export interface Version {
  revision: number;
  at: string;
  by: string;
}

/** The state a draft started from; without a version for a new item. */
export interface DraftBase<Draft> {
  draft: Draft;
  version: Version | null;
}

export interface SavedDraft<Draft> extends DraftBase<Draft> {
  id: string;
}

/** A draft and the state it started from. */
export interface UnsavedDraft<Draft> {
  draft: Draft;
  base: DraftBase<Draft>;
}

/** Deep equality of two drafts; identical references are compared first, for long lists. */
export function isSameDraft<Draft extends object>(one: Draft, other: Draft): boolean {
  const both: Partial<Draft> = { ...one, ...other };
  // The keys of a Draft.
  const names = Object.keys(both) as (keyof Draft)[];
  return names.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** The stored draft with the changes made since it was sent. */
export function mergeTyped<Draft extends object>(stored: Draft, sent: Draft, now: Draft): Draft {
  // The keys of a Draft.
  const typed = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Draft]);
  return { ...stored, ...Object.fromEntries(typed) };
}

export function isNewer<Draft>(one: DraftBase<Draft>, other: DraftBase<Draft>): boolean {
  return one.version !== null && other.version !== null && one.version.revision > other.version.revision;
}
