import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { isReadable, usePlatforms } from "../../../api/platforms";
import { PlatformChips } from "../../../ui/fields/platform-chips";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { TagField } from "../../../ui/fields/tag-field";
import { RulesEditor } from "../alerts/rules-editor";
import { CustomFieldsEditor } from "../custom/custom-fields-editor";
import { EventsField } from "../custom/events-field";
import { changeSettings, type FormProps } from "../editor/form-props";
import { ColourField } from "../fields/colour-field";
import { KindsField } from "../fields/kinds-field";
import { MomentField } from "../fields/moment-field";
import { QueueField } from "../fields/queue-field";
import { SliderField } from "../fields/slider-field";
import { ToggleField } from "../fields/toggle-field";
import { DollarsField, DurationField, WholeField } from "../fields/typed-field";
import type { Field } from "./declaration";
import { asList, asNumber, asText } from "./read-setting";
import classes from "./settings-form.module.css";
import { TemplateSetting } from "./template-setting";

interface SettingFieldProps {
  field: Field;
  form: FormProps;
}

type Of<Kind extends Field["kind"]> = Extract<Field, { kind: Kind }>;

interface BoundProps<Kind extends Field["kind"]> {
  field: Of<Kind>;
  form: FormProps;
  value: unknown;
  error: string | undefined;
  set: (value: unknown) => void;
}

/** One setting of the draft, with the field for its kind. */
export function SettingField({ field, form }: SettingFieldProps) {
  const { draft, errorOf, isLocked } = form;
  const value = draft.settings[field.name];
  const error = errorOf(`settings.${field.name}`) ?? errorInside(form, field.name);
  const set = (next: unknown) => changeSettings(form, { [field.name]: next });
  const shared = { error, isLocked, onChange: set };
  switch (field.kind) {
    case "platforms":
      return <PlatformsSetting field={field} form={form} value={value} error={error} set={set} />;
    case "activityKinds":
      return <KindsField label={field.label} about={field.about} value={asList(value)} {...shared} />;
    case "queue":
      return <QueueField channelId={form.channelId} label={field.label} value={asText(value) || null} {...shared} />;
    case "switch":
      return <ToggleField label={field.label} about={field.about} value={value === true} {...shared} />;
    case "wholeNumber":
      return <WholeField label={field.label} about={field.about} value={asNumber(value)} {...shared} />;
    case "dollars":
      return <DollarsField label={field.label} about={field.about} value={asNumber(value)} {...shared} />;
    case "duration":
      return <DurationField label={field.label} about={field.about} value={asNumber(value)} {...shared} />;
    case "colour":
      return <ColourField label={field.label} value={asText(value)} {...shared} />;
    case "moment":
      return <MomentField label={field.label} about={field.about} value={asText(value)} {...shared} />;
    case "rules":
      return <RulesEditor form={form} />;
    case "customFields":
      return <CustomFieldsEditor form={form} />;
    case "events":
      return <EventsField form={form} />;
    case "template":
      return <TemplateSetting field={field} form={form} value={asText(value)} error={error} set={set} />;
    default:
      return <PlainSetting field={field} form={form} value={value} error={error} set={set} />;
  }
}

/** The first error of an entry of a list; the path of an entry is like `settings.hidden_viewers.2`. */
function errorInside({ errorOf, draft }: FormProps, name: string): string | undefined {
  const entries = asList(draft.settings[name]);
  return entries.map((_, index) => errorOf(`settings.${name}.${index}`)).find((error) => error !== undefined);
}

function PlatformsSetting({ field, form, value, error, set }: BoundProps<"platforms" | "activityKinds" | "queue">) {
  const platforms = usePlatforms().filter(isReadable);
  const chosen = platforms.map(({ provider }) => provider).filter((provider) => asList(value).includes(provider));
  return (
    <>
      <span className="medium fw-500 block mb-4">{field.label}</span>
      <PlatformChips
        label={field.label}
        platforms={platforms}
        chosen={chosen}
        onChange={set}
        chipLabel={({ name }, isOn) => (isOn ? `${name} is shown` : `${name} is hidden`)}
        error={error}
        isLocked={form.isLocked}
      />
    </>
  );
}

function PlainSetting({
  field,
  form,
  value,
  error,
  set,
}: BoundProps<"number" | "slider" | "line" | "tags" | "code" | "choice">) {
  const { isLocked } = form;
  switch (field.kind) {
    case "slider":
      return <SliderField {...field} value={asNumber(value)} error={error} isLocked={isLocked} onChange={set} />;
    case "number":
      return (
        <>
          <QuantityField {...field} value={asNumber(value)} error={error} isLocked={isLocked} onChange={set} />
          {field.about && <p className="small muted mt-4">{field.about}</p>}
        </>
      );
    case "line":
      return (
        <TextInput
          label={field.label}
          placeholder={field.placeholder}
          maxLength={field.maxLength}
          autoComplete="off"
          value={asText(value)}
          error={error}
          disabled={isLocked}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case "tags":
      return (
        <TagField
          label={field.label}
          placeholder={field.placeholder}
          values={asList(value)}
          error={error}
          isLocked={isLocked}
          maxLength={100}
          onChange={set}
        />
      );
    case "code":
      return <CodeSetting field={field} form={form} value={value} error={error} set={set} />;
    case "choice":
      return <ChoiceSetting field={field} form={form} value={value} error={error} set={set} />;
  }
}

function CodeSetting({ field, form, value, error, set }: BoundProps<"code">) {
  return (
    <Textarea
      label={field.label}
      description={field.about}
      inputWrapperOrder={["label", "input", "description", "error"]}
      classNames={{ input: classes["mono"] ?? "" }}
      rows={field.rows ?? 6}
      maxLength={field.maxLength}
      spellCheck={false}
      autoComplete="off"
      value={asText(value)}
      error={error}
      disabled={form.isLocked}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

function ChoiceSetting({ field, form, value, error, set }: BoundProps<"choice">) {
  return (
    <NativeSelect
      label={field.label}
      rightSection={<IconSelector size={15} stroke={1.9} />}
      data={field.options.map(({ value: option, label }) => ({ value: String(option), label }))}
      value={String(value)}
      error={error}
      disabled={form.isLocked}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        set(field.options.find((option) => String(option.value) === chosen)?.value);
      }}
    />
  );
}
