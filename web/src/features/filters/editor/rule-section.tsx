import { NativeSelect } from "@mantine/core";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { TagField } from "../../../ui/fields/tag-field";
import { MAY_NOT_MANAGE, TYPE_LABELS } from "../filter-labels";
import type { FilterSettings } from "../filter-types";
import { TermsEditor } from "../terms/terms-editor";
import { EditorSection } from "./editor-section";
import { FilterPlatforms } from "./filter-platforms";
import type { FormProps } from "./form-props";
import { NumberField } from "./number-field";
import { numberAt, SETTINGS, type SettingField, switchAt, tagsAt, textAt } from "./settings-fields";

interface RuleSectionProps extends FormProps {
  /** Errors of terms, by the key of their row. */
  problems: Readonly<Record<number, string>>;
}

/** The settings of the filter's type, and its platforms. */
export function RuleSection({ problems, ...form }: RuleSectionProps) {
  const { draft, change, errorOf, isLocked } = form;
  return (
    <EditorSection title="Rule" about={TYPE_LABELS[draft.type].rule}>
      {draft.type === "banned_terms" && (
        <TermsEditor
          rows={draft.rows}
          unadded={draft.unadded}
          onChange={change}
          problems={problems}
          error={errorOf("settings.terms")}
          isLocked={isLocked}
        />
      )}
      {SETTINGS[draft.type].map((field) => (
        <Setting key={field.name} field={field} form={form} />
      ))}
      <FilterPlatforms {...form} />
    </EditorSection>
  );
}

function Setting({ field, form }: { field: SettingField; form: FormProps }) {
  const { draft, change, errorOf, isLocked } = form;
  const { name, label } = field;
  // The cast is safe: SETTINGS has the server's settings of each type, and the server validates again.
  const set = (value: unknown) => change({ settings: { ...draft.settings, [name]: value } as FilterSettings });
  const error = errorOf(`settings.${name}`);
  switch (field.kind) {
    case "number":
      return (
        <NumberField
          label={label}
          unit={field.unit}
          description={field.help}
          value={numberAt(draft.settings, name)}
          error={error}
          isLocked={isLocked}
          onChange={set}
        />
      );
    case "switch":
      return (
        <LabelledSwitch
          label={label}
          checked={switchAt(draft.settings, name)}
          lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
          onChange={set}
        />
      );
    case "choice":
      return (
        <NativeSelect
          label={label}
          data={[...field.options]}
          value={textAt(draft.settings, name)}
          error={error}
          disabled={isLocked}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case "tags":
      return (
        <TagField
          label={label}
          placeholder={field.placeholder}
          description={field.help}
          values={tagsAt(draft.settings, name)}
          error={error}
          problems={problemsIn(field, form)}
          isLocked={isLocked}
          onChange={set}
        />
      );
  }
}

/** Server errors of the single values of a tag field, by index; the fourth value has the path `settings.allowed.3`. */
function problemsIn({ name }: SettingField, { draft, errorOf }: FormProps): Record<number, string> {
  const found = tagsAt(draft.settings, name).flatMap((_, index) => {
    const message = errorOf(`settings.${name}.${index}`);
    return message === undefined ? [] : [[index, message] as const];
  });
  return Object.fromEntries(found);
}
