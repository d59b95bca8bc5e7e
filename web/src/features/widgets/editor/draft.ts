import type { Widget, WidgetDraft } from "../widget-types";

/** The editable fields of a stored widget. */
export function draftOf({ name, settings, css }: Widget): WidgetDraft {
  return { name, settings, css };
}
