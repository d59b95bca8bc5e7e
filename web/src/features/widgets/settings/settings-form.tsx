import { IconChevronRight } from "@tabler/icons-react";
import { useId } from "react";
import {
  type SettingsForm as Form,
  type SettingsSection as Section,
  SettingField,
} from "../../../ui/fields/setting-field";
import { RulesEditor } from "../alerts/rules-editor";
import { CustomFieldsEditor } from "../custom/custom-fields-editor";
import { EventsField } from "../custom/events-field";
import { changeSettings, type FormProps } from "../editor/form-props";
import { MAY_NOT_MANAGE } from "../widget-labels";
import { QueueSetting } from "./queue-field";
import classes from "./settings-form.module.css";

/** All sections of a widget type; advanced sections are folded. */
export function SettingsForm({ form, sections }: { form: FormProps; sections: readonly Section[] }) {
  return sections.map((section) =>
    section.is_advanced ? (
      <FoldedSection key={section.title} section={section} form={form} />
    ) : (
      <OpenSection key={section.title} section={section} form={form} />
    ),
  );
}

interface SectionProps {
  section: Section;
  form: FormProps;
}

function OpenSection({ section, form }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{section.title}</h2>
      <p className="small muted mt-2 mb-10">{section.about}</p>
      <Fields section={section} form={form} />
    </section>
  );
}

function FoldedSection({ section, form }: SectionProps) {
  const isInvalid = section.fields.some(({ name }) =>
    form.invalidFields.some((field) => `${field}.`.startsWith(`settings.${name}.`)),
  );
  return (
    <details className={classes["folded"]} open={isInvalid || undefined}>
      <summary className={classes["summary"]}>
        <IconChevronRight size={16} aria-hidden="true" />
        <span className="fw-500">{section.title}</span>
        <span className="small muted">{section.about}</span>
      </summary>
      <Fields section={section} form={form} />
    </details>
  );
}

function Fields({ section, form }: SectionProps) {
  const settings = settingsForm(form);
  return (
    <div className={classes["fields"]}>
      {section.fields.map((field) => (
        <div key={field.name} className={classes["field"]} data-kind={field.kind}>
          <SettingField field={field} form={settings} />
        </div>
      ))}
    </div>
  );
}

function settingsForm(form: FormProps): Form {
  const { channelId, draft, errorOf, isLocked, media } = form;
  return {
    channelId,
    settings: draft.settings,
    change: (part) => changeSettings(form, part),
    errorOf: (path) => errorOf(`settings.${path}`),
    lockedBecause: isLocked ? MAY_NOT_MANAGE : undefined,
    media,
    editors: {
      rules: () => <RulesEditor form={form} />,
      custom_fields: () => <CustomFieldsEditor form={form} />,
      events: () => <EventsField form={form} />,
      queue: ({ label }) => <QueueSetting form={form} label={label} />,
    },
  };
}
