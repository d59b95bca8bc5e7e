import { IconChevronRight } from "@tabler/icons-react";
import { useId } from "react";
import type { FormProps } from "../editor/form-props";
import type { Section } from "./declaration";
import { SettingField } from "./setting-field";
import classes from "./settings-form.module.css";

/** All sections of a widget type; advanced sections are folded. */
export function SettingsForm({ form, sections }: { form: FormProps; sections: readonly Section[] }) {
  return sections.map((section) =>
    section.isAdvanced ? (
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
  return (
    <div className={classes["fields"]}>
      {section.fields.map((field) => (
        <div key={field.name} className={classes["field"]} data-kind={field.kind}>
          <SettingField field={field} form={form} />
        </div>
      ))}
    </div>
  );
}
