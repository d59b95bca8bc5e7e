import { type Conflicts, isSelectedForImport } from "../../ui/import/conflicts";
import { type ImportResult, isImported } from "../../ui/import/results";
import { namesOf, textsOf } from "./entry-texts";
import type { Entry, ImportBody, Kind, Maps, Review, ReviewRow, Source } from "./import-types";

/** An imported item with the user's decisions. */
export interface Row extends ReviewRow {
  isTicked: boolean;
  /** Null uses the policy for all rows. */
  conflicts: Conflicts | null;
  isEdited: boolean;
  /** The text editor is open. */
  isOpen: boolean;
  /** Result of the last import attempt. */
  taken: ImportResult | null;
}

export interface Reviewing {
  source: Source;
  rows: readonly Row[];
  policy: Conflicts;
  ignored: readonly string[];
}

/** Functional update, because results may have arrived since the last render. */
export type ChangeReview = (update: (current: Reviewing) => Reviewing) => void;

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

export function isDone(row: Row): boolean {
  return row.taken !== null && isImported(row.taken.outcome);
}

export function conflictsFor({ policy }: Reviewing, row: Row): Conflicts {
  return row.conflicts ?? policy;
}

/** The name exists in the channel or earlier in the list. */
export function isTakenName(row: Row): boolean {
  return row.clashes.length > 0 || row.repeats;
}

/** Display name; a quote has only its number. */
export function nameOf({ key, before }: Row): string {
  return key || before.name;
}

export function changeRow(review: Reviewing, position: number, part: Partial<Row>): Reviewing {
  const rows = review.rows.map((row) => (row.position === position ? { ...row, ...part } : row));
  return { ...review, rows };
}

/** Editing an entry also selects it. */
export function editEntry(review: Reviewing, position: number, entry: Entry): Reviewing {
  return changeRow(review, position, { entry, isEdited: true, isTicked: true, problems: [], taken: null });
}

/** A policy for all rows overrides the choices of single rows. */
export function withPolicy(review: Reviewing, policy: Conflicts): Reviewing {
  return { ...review, policy, rows: review.rows.map((row) => ({ ...row, conflicts: null })) };
}

export function selectAll(review: Reviewing, positions: ReadonlySet<number>, isTicked: boolean): Reviewing {
  const rows = review.rows.map((row) =>
    positions.has(row.position) && !isDone(row) && canBeSent(row) ? { ...row, isTicked } : row,
  );
  return { ...review, rows };
}

/** Entries with errors must be fixed first. */
export function canBeSent(row: Row): boolean {
  return row.problems.length === 0;
}

/** Rows to import: selected, valid, not imported yet and not skipped for a name conflict. */
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

/** Assigns results, which have the order of the sent rows. */
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
  const needle = query.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (maps === "all" || row.maps === maps) &&
      (kind === "all" || row.kind === kind) &&
      searchableTexts(row).some((text) => text.toLowerCase().includes(needle)),
  );
}

function searchableTexts(row: Row): string[] {
  return [row.before.name, row.before.text, ...namesOf(row.entry), ...textsOf(row.kind, row.entry)];
}

export function countOf(rows: readonly Row[], maps: Maps): number {
  return rows.filter((row) => row.maps === maps).length;
}

/** The kinds that occur, in display order. */
export function kindsOf(rows: readonly Row[]): Kind[] {
  const order: Kind[] = ["commands", "timers", "quotes"];
  return order.filter((kind) => rows.some((row) => row.kind === kind));
}

/** Whether selected rows were never sent, so that leaving would lose them. */
export function isUnfinished(review: Reviewing | null): boolean {
  return review !== null && sendable(review).some(({ taken }) => taken === null);
}

/** Whether rows have unsaved decisions that a new review would lose. */
export function hasDecisions(review: Reviewing): boolean {
  return review.rows.some(
    (row) => !isDone(row) && (row.isEdited || row.conflicts !== null || row.isTicked !== isSelectedByDefault(row)),
  );
}
