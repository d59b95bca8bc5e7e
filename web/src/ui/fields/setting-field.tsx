import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { isReadable, usePlatforms } from "../../api/platforms";
import { useRoles } from "../../api/roles";
import type { components } from "../../api/schema";
import { LabelledSwitch } from "../buttons/switch";
import { roleLabel } from "../chat/role-labels";
import { ColourField } from "./colour-field";
import classes from "./fields.module.css";
import { GroupedField } from "./grouped-field";
import { KindsField } from "./kinds-field";
import { MomentField } from "./moment-field";
import { PlatformChips } from "./platform-chips";
import { QuantityField } from "./quantity-field";
import { asList, asNumber, asText } from "./read-setting";
import { SliderField } from "./slider-field";
import { TagField } from "./tag-field";
import { TemplateSetting } from "./template-setting";
import { ToggleField } from "./toggle-field";
import { DollarsField, DurationField, WholeField } from "./typed-field";

/** The settings under one heading, as the server declares them. */
export type SettingsSection = components["schemas"]["SectionOut"];
/** How a setting is edited, as the server declares it; `name` is its name in the API. */
export type Field = SettingsSection["fields"][number];

export interface MediaFieldProps {
  channelId: string;
  label: string;
  kind: "image" | "video" | "sound";
  /** Path of the file, `/media/{id}`; empty for none. */
  value: string;
  onChange: (path: string) => void;
  error?: string | undefined;
  isLocked: boolean;
}

/** Field that chooses an uploaded file; a prop of the form, because media belong to a feature. */
export type MediaField = ComponentType<MediaFieldProps>;

/** Settings that are edited. */
export interface SettingsForm {
  channelId: string;
  settings: Readonly<Record<string, unknown>>;
  change: (part: Record<string, unknown>) => void;
  /** The server's error by its path in the settings: `max_lines`, `hidden_viewers.2`. */
  errorOf: (path: string) => string | undefined;
  /** Why nothing can be changed; undefined if it can. */
  lockedBecause: string | undefined;
  /** Hand-made editors, by the name that a field gives. */
  editors?: Readonly<Record<string, (field: Field) => ReactNode>>;
  media?: MediaField;
  /** Whether a switch stands before its label instead of at the end of its row. */
  hasInlineSwitches?: boolean;
}

type Of<Kind extends Field["kind"]> = Extract<Field, { kind: Kind }>;

interface BoundProps<Kind extends Field["kind"]> {
  field: Of<Kind>;
  form: SettingsForm;
  value: unknown;
  error: string | undefined;
  isLocked: boolean;
  onChange: (value: unknown) => void;
}

/** One setting, with the component of its kind. */
export function SettingField({ field, form }: { field: Field; form: SettingsForm }) {
  const { name, label, help } = field;
  const value = form.settings[name];
  const problems = problemsIn(form, name);
  const error = form.errorOf(name) ?? Object.values(problems)[0];
  const isLocked = form.lockedBecause !== undefined;
  const shared = { error, isLocked, onChange: (next: unknown) => form.change({ [name]: next }) };
  const bound = { form, value, ...shared };
  const about = help || undefined;
  switch (field.kind) {
    case "switch":
      return <SwitchSetting field={field} {...bound} />;
    case "text":
      return <TextSetting field={field} {...bound} />;
    case "code":
      return <CodeSetting field={field} {...bound} />;
    case "template":
      return <TemplateSetting {...{ label, value: asText(value), maxLength: field.max_length, form }} {...shared} />;
    case "number":
      return <NumberSetting field={field} {...bound} />;
    case "duration":
      return <DurationField label={label} about={about} value={asNumber(value)} {...shared} />;
    case "dollars":
      return <DollarsField label={label} about={about} value={asNumber(value)} {...shared} />;
    case "moment":
      return <MomentField label={label} about={about} value={asText(value)} {...shared} />;
    case "colour":
      return <ColourField label={label} value={asText(value)} {...shared} />;
    case "choice":
      return <ChoiceSetting field={field} {...bound} />;
    case "tags":
      return <TagsSetting field={field} {...bound} problems={problems} />;
    case "platforms":
      return <PlatformsSetting field={field} {...bound} />;
    case "activity_kinds":
      return <KindsField label={label} about={about} value={asList(value)} {...shared} />;
    case "level":
      return <LevelSetting field={field} {...bound} />;
    case "media":
      return form.media ? (
        <form.media channelId={form.channelId} label={label} kind={field.media} value={asText(value)} {...shared} />
      ) : null;
    case "editor":
      return form.editors?.[field.editor]?.(field);
  }
}

/** Errors of single entries of a list, by index: the third has the path `hidden_viewers.2`. */
function problemsIn({ errorOf, settings }: SettingsForm, name: string): Record<number, string> {
  const found = asList(settings[name]).flatMap((_, index) => {
    const message = errorOf(`${name}.${index}`);
    return message === undefined ? [] : [[index, message] as const];
  });
  return Object.fromEntries(found);
}

function SwitchSetting({ field: { label, help }, form, value, onChange }: BoundProps<"switch">) {
  const { lockedBecause, hasInlineSwitches = false } = form;
  if (!hasInlineSwitches)
    return (
      <ToggleField
        label={label}
        about={help || undefined}
        value={value === true}
        lockedBecause={lockedBecause}
        onChange={onChange}
      />
    );
  return (
    <>
      <LabelledSwitch label={label} checked={value === true} lockedBecause={lockedBecause} onChange={onChange} />
      {help && <p className="small muted mt-4">{help}</p>}
    </>
  );
}

function TextSetting({ field, value, error, isLocked, onChange }: BoundProps<"text">) {
  return (
    <TextInput
      label={field.label}
      description={field.help || undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={field.placeholder}
      maxLength={field.max_length}
      autoComplete="off"
      value={asText(value)}
      error={error}
      disabled={isLocked}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const CODE_ROWS = 6;

function CodeSetting({ field, value, error, isLocked, onChange }: BoundProps<"code">) {
  return (
    <Textarea
      label={field.label}
      description={field.help || undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      classNames={{ input: classes["mono"] ?? "" }}
      rows={CODE_ROWS}
      maxLength={field.max_length}
      spellCheck={false}
      autoComplete="off"
      value={asText(value)}
      error={error}
      disabled={isLocked}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function NumberSetting({ field, value, ...shared }: BoundProps<"number">) {
  const { label, help, unit, unit_name: unitName, min, max } = field;
  const { error, isLocked, onChange } = shared;
  const props = { label, value: asNumber(value), unit, error, isLocked, onChange };
  switch (field.look) {
    case "slider":
      return <SliderField {...props} min={min} max={max} />;
    case "steps":
      return (
        <>
          <QuantityField {...props} unitName={unitName} max={max} />
          {help && <p className="small muted mt-4">{help}</p>}
        </>
      );
    case "grouped":
      return <GroupedField {...props} min={min} max={max} suffix={unit && ` ${unit}`} />;
    case "plain":
      return <WholeField {...props} about={help || undefined} />;
  }
}

function ChoiceSetting({ field, value, error, isLocked, onChange }: BoundProps<"choice">) {
  return (
    <NativeSelect
      label={field.label}
      description={field.help || undefined}
      rightSection={<IconSelector size={15} stroke={1.9} />}
      data={field.choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
      value={String(value)}
      error={error}
      disabled={isLocked}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange(field.choices.find((choice) => String(choice.value) === chosen)?.value);
      }}
    />
  );
}

interface TagsSettingProps extends BoundProps<"tags"> {
  problems: Readonly<Record<number, string>>;
}

function TagsSetting({ field, form: _form, value, ...props }: TagsSettingProps) {
  return (
    <TagField
      label={field.label}
      description={field.help || undefined}
      placeholder={field.placeholder}
      maxLength={field.max_length}
      values={asList(value)}
      {...props}
    />
  );
}

function PlatformsSetting({ field, value, error, isLocked, onChange }: BoundProps<"platforms">) {
  const platforms = usePlatforms().filter(isReadable);
  const chosen = platforms.map(({ provider }) => provider).filter((provider) => asList(value).includes(provider));
  return (
    <>
      <span className="medium fw-500 mb-4 block">{field.label}</span>
      <PlatformChips
        label={field.label}
        platforms={platforms}
        chosen={chosen}
        onChange={onChange}
        chipLabel={({ name }, isOn) => (isOn ? `${name} is shown` : `${name} is hidden`)}
        error={error}
        isLocked={isLocked}
      />
    </>
  );
}

function LevelSetting({ field, value, error, isLocked, onChange }: BoundProps<"level">) {
  const roles = (useRoles().data ?? []).filter(({ selectable, level }) => selectable || level === value);
  return (
    <NativeSelect
      label={field.label}
      description={field.help || undefined}
      rightSection={<IconSelector size={15} stroke={1.9} />}
      data={roles.map((role) => ({ value: String(role.level), label: roleLabel(role) }))}
      value={String(value)}
      error={error}
      disabled={isLocked}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
