import type { Term } from "../filter-types";

export const MAX_TERMS = 10_000;
export const MAX_TERM_LENGTH = 500;

/** A term with a name of its own, so that a row keeps its index in the list while its words change. */
export interface TermRow extends Term {
  key: number;
}

export interface Added {
  rows: TermRow[];
  added: number;
  /** Named more than once, or there already. */
  repeated: number;
  /** Beyond what a filter holds. */
  left: number;
}

/** Every line of a text as a term of this kind, after those that are there; nothing is there twice. */
export function addTerms(rows: readonly TermRow[], text: string, kind: Term["kind"]): Added {
  const lines = splitLines(text);
  const known = new Set(rows.map(nameOf));
  const fresh: TermRow[] = [];
  let next = nextKey(rows);
  for (const line of lines) {
    const name = nameOf({ kind, text: line });
    if (known.has(name)) continue;
    known.add(name);
    fresh.push({ kind, text: line, key: next });
    next += 1;
  }
  const room = Math.max(0, MAX_TERMS - rows.length);
  const taken = fresh.slice(0, room);
  return {
    rows: [...rows, ...taken],
    added: taken.length,
    repeated: lines.length - fresh.length,
    left: fresh.length - taken.length,
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

// Capitals make no difference to what is caught, except inside an expression.
function nameOf({ kind, text }: Term): string {
  return kind === "regex" ? `regex ${text}` : `${kind} ${text.toLowerCase()}`;
}

/** The rows that contain what is looked for. */
export function searchTerms(rows: readonly TermRow[], query: string): readonly TermRow[] {
  const wanted = query.trim().toLowerCase();
  return wanted === "" ? rows : rows.filter(({ text }) => text.toLowerCase().includes(wanted));
}

/** What the server said of the terms at their places, by the rows that stood there when they were sent. */
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

/** What is still wrong, by key: a row that was changed is another one, and nothing was said about it yet. */
export function currentProblems(
  rows: readonly TermRow[],
  problems: ReadonlyMap<TermRow, string>,
): Readonly<Record<number, string>> {
  const there = new Set(problems.size === 0 ? [] : rows);
  return Object.fromEntries([...problems].filter(([row]) => there.has(row)).map(([{ key }, said]) => [key, said]));
}

/** What was done with a pasted text, in words; nothing for a single new term. */
export function addedMessage({ added, repeated, left }: Added): string {
  const parts = [`${count(added)} added`];
  if (repeated > 0) parts.push(`${count(repeated)} there already`);
  if (left > 0) parts.push(`${count(left)} left out: a filter holds ${count(MAX_TERMS)}`);
  return `${parts.join(", ")}.`;
}

function count(value: number): string {
  return value.toLocaleString("en-GB");
}
