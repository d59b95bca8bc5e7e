import { formatNumber } from "../../lib/locale";
import type { EntryChange, SectionDiff, Version } from "./channel-file-types";

export const MAX_FILE_LENGTH = 8_000_000;
export const MAX_REASON_LENGTH = 200;
export const MAY_NOT_APPLY = "Only Admins and above can import and restore";
export const RIGHTS_OF_RESTORED_COMMANDS =
  "Restored commands run with the rights of the person who saved them then, but with no more than yours.";

type Change = EntryChange["change"];

export const CHANGE_LABELS: Record<Change, { sign: string; label: string }> = {
  added: { sign: "+", label: "Added" },
  changed: { sign: "~", label: "Changed" },
  removed: { sign: "−", label: "Removed" },
};

export function changedSections(sections: readonly SectionDiff[]): SectionDiff[] {
  return sections.filter(({ entries }) => entries.length > 0);
}

/** "2 added, 1 changed" */
export function changeSummary(sections: readonly Pick<SectionDiff, Change>[]): string {
  const kinds = Object.entries(CHANGE_LABELS).flatMap(([change, { label }]) => {
    const count = sections.reduce((sum, section) => sum + section[change as Change], 0);
    return count === 0 ? [] : [`${formatNumber(count)} ${label.toLowerCase()}`];
  });
  return kinds.join(", ") || "No changes";
}

/** "3 unchanged, 2 not in file (kept)" */
export function unchangedSummary({ same, kept }: Pick<SectionDiff, "same" | "kept">): string {
  const parts = [];
  if (same > 0) parts.push(`${formatNumber(same)} unchanged`);
  if (kept > 0) parts.push(`${formatNumber(kept)} not in file (kept)`);
  return parts.join(", ");
}

/** Label of a field path: "responses 1 text" for "responses.0.text". */
export function fieldLabel(field: string): string {
  return field
    .split(".")
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll("_", " ")))
    .join(" ");
}

/** "34 commands, 2 timers" */
export function countSummary(counts: Version["counts"]): string {
  const parts = Object.entries(counts).flatMap(([section, count]) => {
    if (SINGLES.has(section) || count === 0) return [];
    return [`${formatNumber(count)} ${count === 1 ? section.replace(/s$/, "") : section}`];
  });
  return parts.join(", ") || "Empty";
}

// Sections that are a single object, whose count is always 1.
const SINGLES: ReadonlySet<string> = new Set([
  "chat",
  "activity_values",
  "song_requests",
  "announcements",
  "command_settings",
  "quote_settings",
  "points",
  "roulette",
  "slots",
  "giveaway_defaults",
  "filter_order",
  "channel_settings",
]);

/** Where a line starts and ends in the text; the first line is 1, a line that does not exist means the nearest one. */
export function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split("\n");
  const at = Math.min(Math.max(line, 1), lines.length) - 1;
  const from = lines.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0);
  return { from, to: from + (lines[at]?.length ?? 0) };
}
