import type { MediaField } from "../../../ui/fields/setting-field";
import type { Settings, WidgetDraft } from "../widget-types";

/** A widget's draft as the sections of the editor show and change it. */
export interface FormProps {
  channelId: string;
  draft: WidgetDraft;
  change: (part: Partial<WidgetDraft>) => void;
  /** The server's error of a field, by the field's path in the API: `settings.max_lines`. */
  errorOf: (field: string) => string | undefined;
  /** Paths of all fields with an error. */
  invalidFields: readonly string[];
  isLocked: boolean;
  media: MediaField;
}

/** Changes the settings in `part` and keeps all other settings. */
export function changeSettings({ draft, change }: Pick<FormProps, "draft" | "change">, part: Settings): void {
  change({ settings: { ...draft.settings, ...part } });
}
