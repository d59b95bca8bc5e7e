import { type Conflicts, isSelectedForImport } from "../../ui/import/conflicts";
import { type ImportResult, isImported } from "../../ui/import/results";
import { namesOf, textsOf } from "./entry-texts";
import type { Entry, ImportBody, Kind, Maps, Review, ReviewRow, Source } from "./import-types";

/** Something of the other bot, with everything that was decided about it here. */
export interface Row extends ReviewRow {
  isTicked: boolean;
  /** Null: what is chosen for all. */
  conflicts: Conflicts | null;
  isEdited: boolean;
  /** Its text can be changed where it stands. */
  isOpen: boolean;
  /** What became of it the last time. */
  taken: ImportResult | null;
}

export interface Reviewing {
  source: Source;
  rows: readonly Row[];
  policy: Conflicts;
  ignored: readonly string[];
}

/** Changes a review as it is by then: something may have come in since the screen was drawn. */
export type ChangeReview = (how: (now: Reviewing) => Reviewing) => void;

export function startReviewing({ source, rows, ignored }: Review): Reviewing {
  const started = rows.map((row) => ({
    ...row,
    isTicked: isSelectedByDefault(row),
    conflicts: null,
    isEdited: false,
    isOpen: false,
    taken: null,
  }));
  return { source, rows: started, policy: "skip", ignored };
}

function isSelectedByDefault({ maps, problems }: ReviewRow): boolean {
  return maps !== "cannot" && problems.length === 0;
}

/** It is in the channel: nothing about it can be decided any more. */
export function isDone(row: Row): boolean {
  return row.taken !== null && isImported(row.taken.outcome);
}

export function conflictsFor({ policy }: Reviewing, row: Row): Conflicts {
  return row.conflicts ?? policy;
}

/** Something has its name: in the channel, or earlier in the list. */
export function isTakenName(row: Row): boolean {
  return row.clashes.length > 0 || row.repeats;
}

/** What it is called on the screen; a quote has no name but its number there. */
export function nameOf({ key, before }: Row): string {
  return key || before.name;
}

export function changeRow(review: Reviewing, position: number, part: Partial<Row>): Reviewing {
  const rows = review.rows.map((row) => (row.position === position ? { ...row, ...part } : row));
  return { ...review, rows };
}

/** Whoever mends an entry means to have it. */
export function editEntry(review: Reviewing, position: number, entry: Entry): Reviewing {
  return changeRow(review, position, { entry, isEdited: true, isTicked: true, problems: [], taken: null });
}

/** A choice for all takes back what was chosen for one. */
export function withPolicy(review: Reviewing, policy: Conflicts): Reviewing {
  return { ...review, policy, rows: review.rows.map((row) => ({ ...row, conflicts: null })) };
}

export function selectAll(review: Reviewing, positions: ReadonlySet<number>, isTicked: boolean): Reviewing {
  const rows = review.rows.map((row) =>
    positions.has(row.position) && !isDone(row) && canBeSent(row) ? { ...row, isTicked } : row,
  );
  return { ...review, rows };
}

/** What is wrong with it has to be changed first. */
export function canBeSent(row: Row): boolean {
  return row.problems.length === 0;
}

/** Those that would be written: ticked, right, not there yet, and not left out for their name. */
export function sendable(review: Reviewing): Row[] {
  return review.rows.filter(
    (row) =>
      !isDone(row) &&
      isSelectedForImport({ ...row, isNameTaken: isTakenName(row), conflicts: conflictsFor(review, row) }),
  );
}

export function bodyOf(review: Reviewing, rows: readonly Row[]): ImportBody {
  return {
    source: review.source,
    rows: rows.map((row) => ({ kind: row.kind, entry: row.entry, conflicts: conflictsFor(review, row) })),
  };
}

/** Results come in the order in which the rows were sent. */
export function withOutcomes(review: Reviewing, sent: readonly Row[], taken: readonly ImportResult[]): Reviewing {
  const outcomes = new Map(sent.map((row, at) => [row.position, taken[at] ?? null]));
  const rows = review.rows.map((row) => {
    const outcome = outcomes.get(row.position);
    return outcome === undefined ? row : { ...row, taken: outcome };
  });
  return { ...review, rows };
}

export interface RowFilter {
  maps: Maps | "all";
  kind: Kind | "all";
  query: string;
}

export const EVERYTHING: RowFilter = { maps: "all", kind: "all", query: "" };

export function matching(rows: readonly Row[], { maps, kind, query }: RowFilter): Row[] {
  const words = query.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (maps === "all" || row.maps === maps) &&
      (kind === "all" || row.kind === kind) &&
      searchableTexts(row).some((text) => text.toLowerCase().includes(words)),
  );
}

function searchableTexts(row: Row): string[] {
  return [row.before.name, row.before.text, ...namesOf(row.entry), ...textsOf(row.kind, row.entry)];
}

export function countOf(rows: readonly Row[], maps: Maps): number {
  return rows.filter((row) => row.maps === maps).length;
}

/** The kinds that are there, in their usual order. */
export function kindsOf(rows: readonly Row[]): Kind[] {
  const order: Kind[] = ["commands", "timers", "quotes"];
  return order.filter((kind) => rows.some((row) => row.kind === kind));
}

/** Whether something that is filter was never sent: leaving would lose it. */
export function isUnfinished(review: Reviewing | null): boolean {
  return review !== null && sendable(review).some(({ taken }) => taken === null);
}

/** Whether somebody decided something about a row that is not in the channel: another review would begin without it. */
export function hasDecisions(review: Reviewing): boolean {
  return review.rows.some(
    (row) => !isDone(row) && (row.isEdited || row.conflicts !== null || row.isTicked !== isSelectedByDefault(row)),
  );
}
