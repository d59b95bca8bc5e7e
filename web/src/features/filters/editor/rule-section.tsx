import { SettingField, type SettingsForm } from "../../../ui/fields/setting-field";
import { MAY_NOT_MANAGE } from "../filter-labels";
import type { FilterSettings, FilterTypeInfo } from "../filter-types";
import { TermsEditor } from "../terms/terms-editor";
import { EditorSection } from "./editor-section";
import classes from "./filter-editor.module.css";
import { FilterPlatforms } from "./filter-platforms";
import type { FormProps } from "./form-props";

interface RuleSectionProps extends FormProps {
  type: FilterTypeInfo;
  /** Errors of terms, by the key of their row. */
  problems: Readonly<Record<number, string>>;
}

/** The settings of the filter's type, and its platforms. */
export function RuleSection({ type, problems, ...form }: RuleSectionProps) {
  const { channelId, draft, change, errorOf, isLocked } = form;
  const settings: SettingsForm = {
    channelId,
    settings: { ...draft.settings },
    // The cast is safe: the server declares the fields of each type, and validates again.
    change: (part) => change({ settings: { ...draft.settings, ...part } as FilterSettings }),
    errorOf: (path) => errorOf(`settings.${path}`),
    lockedBecause: isLocked ? MAY_NOT_MANAGE : undefined,
    hasInlineSwitches: true,
    editors: {
      terms: () => (
        <TermsEditor
          rows={draft.rows}
          unadded={draft.unadded}
          onChange={change}
          problems={problems}
          error={errorOf("settings.terms")}
          isLocked={isLocked}
        />
      ),
    },
  };
  return (
    <EditorSection title="Rule" about={type.rule}>
      {type.fields.map((field) => (
        <div key={field.name} className={classes["setting"]} data-kind={field.kind}>
          <SettingField field={field} form={settings} />
        </div>
      ))}
      <FilterPlatforms {...form} />
    </EditorSection>
  );
}
