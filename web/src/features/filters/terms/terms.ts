import type { Term } from "../filter-types";
import { formatCount } from "../number-format";

export const MAX_TERMS = 10_000;
export const MAX_TERM_LENGTH = 500;

/** A term with a stable key for React. */
export interface TermRow extends Term {
  key: number;
}

/** The terms of a filter in its editor. */
export interface TermList {
  rows: readonly TermRow[];
  /** Text in the field for new terms, one per line: saving adds them. */
  unadded?: Term | undefined;
}

export interface AddedTerms {
  rows: readonly TermRow[];
  added: number;
  /** Number of lines that repeat an added or an existing term. */
  repeated: number;
  /** Lines left out because of MAX_TERMS. */
  overLimit: readonly string[];
}

/** Appends each line of a text as a term of this kind, without duplicates. */
export function addTerms(rows: readonly TermRow[], text: string, kind: Term["kind"]): AddedTerms {
  const lines = splitLines(text, kind);
  const listed = new Set(rows.map(identityOf));
  const added: TermRow[] = [];
  const overLimit: string[] = [];
  const firstKey = nextKey(rows);
  for (const line of lines) {
    const identity = identityOf({ kind, text: line });
    if (listed.has(identity)) continue;
    if (rows.length + added.length >= MAX_TERMS) overLimit.push(line);
    else {
      listed.add(identity);
      added.push({ kind, text: line, key: firstKey + added.length });
    }
  }
  const repeated = lines.length - added.length - overLimit.length;
  // Unchanged rows stay the same list, which is not sent again.
  return { rows: added.length > 0 ? [...rows, ...added] : rows, added: added.length, repeated, overLimit };
}

/** The lines as text of the field for new terms. */
export function unaddedOf(lines: readonly string[], kind: Term["kind"]): Term | undefined {
  return lines.length === 0 ? undefined : { kind, text: lines.map((line) => `${line}\n`).join("") };
}

/** The lines that are not blank; outer spaces are part of a regex, as on the server. */
function splitLines(text: string, kind: Term["kind"]): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => (kind === "regex" ? line : line.trim()));
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
