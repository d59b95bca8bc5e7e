import { formatNumber } from "../../lib/locale";
import { isSelectedForImport, type Resolution } from "../../ui/import/conflicts";
import { type ImportResult, isImported, resultSummary } from "../../ui/import/results";
import { namesOf, textsOf } from "./entry-texts";
import type { Entry, ImportBody, Kind, Maps, Review, ReviewRow, Source } from "./import-types";

/** An import item with the user's decisions. */
export interface Row extends ReviewRow {
  isSelected: boolean;
  /** How a name conflict of this row is resolved; null follows `policy` of the review. */
  conflicts: Resolution | null;
  isEdited: boolean;
  /** Whether the text editor is open. */
  isOpen: boolean;
  /** Result of the last import attempt. */
  result: ImportResult | null;
}

export interface ReviewState {
  source: Source;
  rows: readonly Row[];
  /** How name conflicts are resolved in rows whose `conflicts` is null. */
  policy: Resolution;
  ignored: readonly string[];
}

/** Changes the latest review, which may have new results since the last render. */
export type ChangeReview = (update: (current: ReviewState) => ReviewState) => void;

export function startReview({ source, rows, ignored }: Review): ReviewState {
  const started = rows.map((row) => ({
    ...row,
    isSelected: isSelectedByDefault(row),
    conflicts: defaultConflicts(row),
    isEdited: false,
    isOpen: false,
    result: null,
  }));
  return { source, rows: started, policy: "skip", ignored };
}

function isSelectedByDefault({ maps, problems }: ReviewRow): boolean {
  return maps !== "cannot" && problems.length === 0;
}

/** "replace" if the row replaces a default command that was never changed; else null, which follows the policy. */
function defaultConflicts({ replaces_starter }: ReviewRow): Resolution | null {
  return replaces_starter ? "replace" : null;
}

export function isImportedRow(row: Row): boolean {
  return row.result !== null && isImported(row.result.outcome);
}

export function conflictsFor({ policy }: ReviewState, row: Row): Resolution {
  return row.conflicts ?? policy;
}

/** Whether the name exists in the channel or earlier in the list. */
export function hasNameConflict(row: Row): boolean {
  return row.clashes.length > 0 || row.repeats;
}

/** Display name; for a quote its number. */
export function nameOf({ key, before }: Row): string {
  return key || before.name;
}

export function changeRow(review: ReviewState, position: number, part: Partial<Row>): ReviewState {
  const rows = review.rows.map((row) => (row.position === position ? { ...row, ...part } : row));
  return { ...review, rows };
}

/** Replaces an entry, selects its row and clears its errors and result. */
export function editEntry(review: ReviewState, position: number, entry: Entry): ReviewState {
  return changeRow(review, position, { entry, isEdited: true, isSelected: true, problems: [], result: null });
}

/** Sets the policy for all rows and clears the choices of single rows. */
export function withPolicy(review: ReviewState, policy: Resolution): ReviewState {
  return { ...review, policy, rows: review.rows.map((row) => ({ ...row, conflicts: null })) };
}

export function selectAll(review: ReviewState, positions: ReadonlySet<number>, isSelected: boolean): ReviewState {
  const rows = review.rows.map((row) =>
    positions.has(row.position) && !isImportedRow(row) && canBeSent(row) ? { ...row, isSelected } : row,
  );
  return { ...review, rows };
}

export function canBeSent(row: Row): boolean {
  return row.problems.length === 0;
}

/** Rows to import: selected, valid, not imported yet and not skipped for a name conflict. */
export function sendable(review: ReviewState): Row[] {
  return review.rows.filter(
    (row) =>
      !isImportedRow(row) &&
      isSelectedForImport({ ...row, isNameTaken: hasNameConflict(row), conflicts: conflictsFor(review, row) }),
  );
}

export function bodyOf(review: ReviewState, rows: readonly Row[]): ImportBody {
  return {
    source: review.source,
    rows: rows.map((row) => ({
      kind: row.kind,
      entry: row.entry,
      conflicts: conflictsFor(review, row),
      use_count: row.use_count,
    })),
  };
}

/** Assigns the results to the sent rows, which have the same order. */
export function withResults(review: ReviewState, sent: readonly Row[], result: readonly ImportResult[]): ReviewState {
  const results = new Map(sent.map((row, at) => [row.position, result[at] ?? null]));
  const rows = review.rows.map((row) => {
    const outcome = results.get(row.position);
    return outcome === undefined ? row : { ...row, result: outcome };
  });
  return { ...review, rows };
}

/** "12 added, 3 skipped, 2 need editing"; empty before the first import. */
export function summaryOf(rows: readonly Row[]): string {
  if (rows.every(({ result }) => result === null)) return "";
  const isUnusable = (row: Row) => row.result === null && (row.maps === "cannot" || !canBeSent(row)) && !row.isEdited;
  const editing = rows.filter(isUnusable).length;
  const others = rows.filter((row) => !isUnusable(row)).map(({ result }) => result ?? { outcome: "skipped" as const });
  const needs = editing === 0 ? "" : `, ${formatNumber(editing)} ${editing === 1 ? "needs" : "need"} editing`;
  return resultSummary(others) + needs;
}

export interface RowFilter {
  maps: Maps | "all";
  kind: Kind | "all";
  query: string;
}

export const NO_FILTER: RowFilter = { maps: "all", kind: "all", query: "" };

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
export function isUnfinished(review: ReviewState | null): boolean {
  return review !== null && sendable(review).some(({ result }) => result === null);
}

/** Whether the user has made decisions on rows that are not imported yet; going back would lose them. */
export function hasDecisions(review: ReviewState): boolean {
  return review.rows.some(
    (row) =>
      !isImportedRow(row) &&
      (row.isEdited || row.conflicts !== defaultConflicts(row) || row.isSelected !== isSelectedByDefault(row)),
  );
}
