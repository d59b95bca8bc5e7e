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

/** What was typed, and what it was made from. */
export interface Unsaved<Draft> {
  draft: Draft;
  base: Kept<Draft>;
}

/** Whether two drafts say the same; a long list that nobody touched is the very same list, which is quick to see. */
export function isSame<Draft extends object>(one: Draft, other: Draft): boolean {
  const both: Partial<Draft> = { ...one, ...other };
  // An object of this type has these keys.
  const names = Object.keys(both) as (keyof Draft)[];
  return names.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** What was stored, with what was typed since it was sent. */
export function withTyped<Draft extends object>(stored: Draft, sent: Draft, now: Draft): Draft {
  // An object of this type has these keys.
  const typed = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Draft]);
  return { ...stored, ...Object.fromEntries(typed) };
}

export function isNewer<Draft>(one: Kept<Draft>, other: Kept<Draft>): boolean {
  return one.version !== null && other.version !== null && one.version.revision > other.version.revision;
}
