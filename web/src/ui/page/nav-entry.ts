import type { TablerIcon } from "@tabler/icons-react";

/** Badge of a sidebar item: a count of problems, or "!" when nothing is set up. */
export type NavBadge =
  | { tone: "danger"; text: string; label: string }
  | { tone: "attention"; text: "!"; label: string };

/** One item of a sidebar; `path` is relative to the area (`providers` below `/channels/:channelId`). */
export interface NavEntry {
  label: string;
  icon: TablerIcon;
  path: string;
  /** Heading of its group. */
  group?: string;
  /** A hook: it is called once per render of the item, with the id of the open channel ("" in the admin area). */
  useBadge?: (channelId: string) => NavBadge | null;
  children?: readonly { label: string; path: string }[];
}

interface NeedsScope {
  scope_needed: boolean;
  bot_provider?: { scope_needed: boolean } | null;
}

interface BadgeLabels {
  needed: (count: number) => string;
  none: string;
}

/** Counts connections whose account or bot lacks permissions; "!" without connections, null for 0 or while loading. */
export function attentionBadge(records: readonly NeedsScope[] | undefined, labels: BadgeLabels): NavBadge | null {
  if (!records) return null;
  if (records.length === 0) return { tone: "attention", text: "!", label: labels.none };
  const count = records.filter(needsScope).length;
  return count === 0 ? null : { tone: "danger", text: String(count), label: labels.needed(count) };
}

function needsScope(record: NeedsScope): boolean {
  return record.scope_needed || record.bot_provider?.scope_needed === true;
}
