import type { components } from "../../api/schema";
import { formatNumber } from "../../lib/locale";
import type { TagTone } from "../tag";

export type ImportResult = components["schemas"]["ImportResult"];
export type Outcome = ImportResult["outcome"];

export const OUTCOMES: Record<Outcome, { label: string; tone: TagTone }> = {
  added: { label: "Added", tone: "ok" },
  renamed: { label: "Renamed", tone: "ok" },
  replaced: { label: "Replaced", tone: "ok" },
  skipped: { label: "Skipped", tone: "plain" },
  failed: { label: "Failed", tone: "danger" },
};

export function isImported(outcome: Outcome): boolean {
  return outcome !== "skipped" && outcome !== "failed";
}

/** "3 added, 1 renamed, 2 skipped" */
export function resultSummary(rows: readonly Pick<ImportResult, "outcome">[]): string {
  const counted = Object.entries(OUTCOMES).flatMap(([outcome, { label }]) => {
    const count = rows.filter((row) => row.outcome === outcome).length;
    return count === 0 ? [] : [`${formatNumber(count)} ${label.toLowerCase()}`];
  });
  return counted.join(", ") || "Nothing imported";
}
