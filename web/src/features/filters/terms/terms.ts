import type { Term } from "../filter-types";
import { formatCount } from "../number-format";

export const MAX_TERMS = 10_000;
export const MAX_TERM_LENGTH = 500;

/** A term with a stable key for React. */
export interface TermRow extends Term {
  key: number;
}

export interface AddedTerms {
  rows: TermRow[];
  added: number;
  /** Number of lines that repeat another line or an existing term. */
  repeated: number;
  /** Terms left out because of MAX_TERMS. */
  overLimit: readonly string[];
}

/** Appends each line of a text as a term of this kind, without duplicates. */
export function addTerms(rows: readonly TermRow[], text: string, kind: Term["kind"]): AddedTerms {
  const lines = splitLines(text);
  const existing = new Set(rows.map(identityOf));
  const added: TermRow[] = [];
  let next = nextKey(rows);
  for (const line of lines) {
    const identity = identityOf({ kind, text: line });
    if (existing.has(identity)) continue;
    existing.add(identity);
    added.push({ kind, text: line, key: next });
    next += 1;
  }
  const room = Math.max(0, MAX_TERMS - rows.length);
  const accepted = added.slice(0, room);
  return {
    rows: [...rows, ...accepted],
    added: accepted.length,
    repeated: lines.length - added.length,
    overLimit: added.slice(room).map((term) => term.text),
  };
}

export function splitLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export function toRows(terms: readonly Term[]): TermRow[] {
  return terms.map(({ kind, text }, key) => ({ kind, text, key }));
}

export function toTerms(rows: readonly TermRow[]): Term[] {
  return rows.map(({ kind, text }) => ({ kind, text }));
}

function nextKey(rows: readonly TermRow[]): number {
  return rows.reduce((highest, { key }) => Math.max(highest, key + 1), 0);
}

// Matching ignores case, but the case of a regex matters: \d is not \D.
function identityOf({ kind, text }: Term): string {
  return kind === "regex" ? `regex ${text}` : `${kind} ${text.toLowerCase()}`;
}

export function searchTerms(rows: readonly TermRow[], query: string): readonly TermRow[] {
  const needle = query.trim().toLowerCase();
  return needle === "" ? rows : rows.filter(({ text }) => text.toLowerCase().includes(needle));
}

/** Server errors by row; the error of the fourth sent row has the field `terms.3`. */
export function problemsOf(
  rows: readonly TermRow[],
  errors: Readonly<Record<string, string>>,
): ReadonlyMap<TermRow, string> {
  const found = new Map<TermRow, string>();
  for (const [field, message] of Object.entries(errors)) {
    const row = rows[Number(/(?:^|\.)terms\.(\d+)(?:\.|$)/.exec(field)?.[1] ?? Number.NaN)];
    if (row && !found.has(row)) found.set(row, message);
  }
  return found;
}

/** Errors by row key, only of rows that have not changed since they were sent. */
export function currentProblems(
  rows: readonly TermRow[],
  problems: ReadonlyMap<TermRow, string>,
): Readonly<Record<number, string>> {
  const present = new Set(problems.size === 0 ? [] : rows);
  return Object.fromEntries(
    [...problems].filter(([row]) => present.has(row)).map(([{ key }, message]) => [key, message]),
  );
}

export function addedMessage({ added, repeated, overLimit }: AddedTerms): string {
  const parts = [`${formatCount(added)} added`];
  if (repeated > 0) parts.push(`${formatCount(repeated)} already listed`);
  if (overLimit.length > 0)
    parts.push(`${formatCount(overLimit.length)} not added: the limit is ${formatCount(MAX_TERMS)}`);
  return `${parts.join(", ")}.`;
}
