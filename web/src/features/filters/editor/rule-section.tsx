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
  /** What is wrong with a term, by the key of its row. */
  problems: Readonly<Record<number, string>>;
}

/** What the filter looks for: the fields of its type, and where it looks. */
export function RuleSection({ problems, ...form }: RuleSectionProps) {
  const { draft, change, errorOf, isLocked } = form;
  return (
    <EditorSection title="What is caught" about={TYPE_LABELS[draft.type].caught}>
      {draft.type === "banned_terms" && (
        <TermsEditor
          rows={draft.rows}
          onChange={(rows) => change({ rows })}
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
  // Which settings a type has is the server's knowledge; the table of fields follows it, and the server checks again.
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

/** What the server says of single entries: `settings.allow.3`. */
function problemsIn({ name }: SettingField, { draft, errorOf }: FormProps): Record<number, string> {
  const found = tagsAt(draft.settings, name).flatMap((_, index) => {
    const message = errorOf(`settings.${name}.${index}`);
    return message === undefined ? [] : [[index, message] as const];
  });
  return Object.fromEntries(found);
}
