import { SUBJECTS } from "../../session/access/subjects";
import { KIND_LABELS } from "../../ui/event-labels";
import type { WidgetSource, WidgetType } from "./widget-types";

/** Tooltip of controls that are disabled for lack of permission. */
export const MAY_NOT_MANAGE = SUBJECTS.widgets.mayNotManage;

export const MAX_NAME_LENGTH = 100;

/** Label of a widget's test; a test without a label is named after a kind of activity. */
export function testLabel(name: string, labels: WidgetType["test_labels"]): string {
  const kinds: Record<string, string> = KIND_LABELS;
  return labels[name] ?? kinds[name] ?? name;
}

export function sizeLabel({ width, height }: { width: number; height: number }): string {
  return `${width} × ${height}`;
}

/** "OBS on Windows", "2 sources" or "Not in use". */
export function sourcesLabel(count: number, sources: readonly WidgetSource[] | undefined): string {
  if (count === 0) return "Not in use";
  const [only] = count === 1 ? (sources ?? []) : [];
  return only?.client ?? `${count} ${count === 1 ? "source" : "sources"}`;
}
