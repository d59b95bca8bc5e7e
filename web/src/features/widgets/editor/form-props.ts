import type { ComponentType } from "react";
import type { Settings, WidgetDraft } from "../widget-types";

export interface MediaFieldProps {
  channelId: string;
  label: string;
  kind: "image" | "video" | "sound";
  /** `/media/{id}`, or empty for none. */
  value: string;
  onChange: (path: string) => void;
  error?: string | undefined;
  isLocked: boolean;
}

/** Field that chooses an uploaded file; passed in, because media are another feature. */
export type MediaField = ComponentType<MediaFieldProps>;

/** Props of every section of the editor. */
export interface FormProps {
  channelId: string;
  draft: WidgetDraft;
  change: (part: Partial<WidgetDraft>) => void;
  /** Server error of a field by its API path: `settings.max_lines`. */
  errorOf: (field: string) => string | undefined;
  /** Paths of all fields with an error. */
  invalidFields: readonly string[];
  isLocked: boolean;
  media: MediaField;
}

/** Changes some settings and keeps the others. */
export function changeSettings({ draft, change }: Pick<FormProps, "draft" | "change">, part: Settings): void {
  change({ settings: { ...draft.settings, ...part } });
}
