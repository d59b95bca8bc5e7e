import type { Widget, WidgetType } from "../widget-types";

/** Widgets whose name or type contains the text. */
export function findWidgets(widgets: readonly Widget[], types: readonly WidgetType[], query: string): Widget[] {
  const text = query.trim().toLowerCase();
  const labels = new Map(types.map(({ name, label }) => [name, label]));
  return widgets.filter(({ name, type }) => `${name}\n${labels.get(type) ?? type}`.toLowerCase().includes(text));
}
