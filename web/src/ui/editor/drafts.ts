/** Which state of something it is, and whose. */
export interface Version {
  revision: number;
  at: string;
  by: string;
}

/** A state that the server has, or offers for something new: that has no version yet. */
export interface DraftBase<Draft> {
  draft: Draft;
  version: Version | null;
}

export interface SavedDraft<Draft> extends DraftBase<Draft> {
  id: string;
}

/** What was typed, and what it was made from. */
export interface UnsavedDraft<Draft> {
  draft: Draft;
  base: DraftBase<Draft>;
}

/** Whether two drafts say the same; a long list that nobody touched is the very same list, which is quick to see. */
export function isSameDraft<Draft extends object>(one: Draft, other: Draft): boolean {
  const both: Partial<Draft> = { ...one, ...other };
  // An object of this type has these keys.
  const names = Object.keys(both) as (keyof Draft)[];
  return names.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** What was stored, with what was typed since it was sent. */
export function mergeTyped<Draft extends object>(stored: Draft, sent: Draft, now: Draft): Draft {
  // An object of this type has these keys.
  const typed = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Draft]);
  return { ...stored, ...Object.fromEntries(typed) };
}

export function isNewer<Draft>(one: DraftBase<Draft>, other: DraftBase<Draft>): boolean {
  return one.version !== null && other.version !== null && one.version.revision > other.version.revision;
}
