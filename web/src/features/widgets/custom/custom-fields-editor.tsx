import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconSelector, IconTrash } from "@tabler/icons-react";
import { ColourField } from "../../../ui/fields/colour-field";
import { ToggleField } from "../../../ui/fields/toggle-field";
import { changeSettings, type FormProps } from "../editor/form-props";
import { MAY_NOT_MANAGE } from "../widget-labels";
import type { CustomField } from "../widget-types";
import classes from "./custom.module.css";

const MAX_FIELDS = 50;

const KINDS: readonly { value: CustomField["kind"]; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "colour", label: "Colour" },
  { value: "switch", label: "Switch" },
  { value: "media", label: "Media" },
];

export function fieldsOf(form: Pick<FormProps, "draft">): CustomField[] {
  // Cast: the server checks the settings of each widget type.
  return (form.draft.settings["fields"] ?? []) as CustomField[];
}

/** Editor of the fields of a custom widget, which its code reads as `greenroom.fields.<key>`. */
export function CustomFieldsEditor({ form }: { form: FormProps }) {
  const fields = fieldsOf(form);
  const setAll = (next: CustomField[]) => changeSettings(form, { fields: next });
  return (
    <>
      <ul className={classes["list"]} aria-label="Fields">
        {fields.map((field, index) => (
          <FieldRow
            // Fields have no ids, and are only added at the end.
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity
            key={index}
            form={form}
            field={field}
            index={index}
            set={(part) => setAll(fields.map((one, at) => (at === index ? { ...one, ...part } : one)))}
            remove={() => setAll(fields.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {!form.isLocked && fields.length < MAX_FIELDS && (
        <Button
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => setAll([...fields, { key: freeKey(fields), label: "New field", kind: "text", value: "" }])}
        >
          Add field
        </Button>
      )}
    </>
  );
}

export function freeKey(fields: readonly Pick<CustomField, "key">[]): string {
  let number = fields.length + 1;
  while (fields.some(({ key }) => key === `field${number}`)) number += 1;
  return `field${number}`;
}

interface FieldRowProps {
  form: FormProps;
  field: CustomField;
  index: number;
  set: (part: Partial<CustomField>) => void;
  remove: () => void;
}

function FieldRow({ form, field, index, set, remove }: FieldRowProps) {
  const { isLocked, errorOf } = form;
  const path = `settings.fields.${index}`;
  return (
    <li className={classes["row"]}>
      <TextInput
        label="Name in code"
        value={field.key}
        maxLength={40}
        spellCheck={false}
        error={errorOf(`${path}.key`)}
        disabled={isLocked}
        onChange={(event) => set({ key: event.currentTarget.value })}
      />
      <TextInput
        label="Label"
        value={field.label}
        maxLength={60}
        error={errorOf(`${path}.label`)}
        disabled={isLocked}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <NativeSelect
        label="Kind"
        rightSection={<IconSelector size={15} stroke={1.9} />}
        data={KINDS.map(({ value, label }) => ({ value, label }))}
        value={field.kind}
        disabled={isLocked}
        onChange={(event) => {
          const kind = KINDS.find(({ value }) => value === event.currentTarget.value)?.value;
          if (kind) set({ kind, value: "" });
        }}
      />
      {!isLocked && (
        <ActionIcon className={classes["remove"] ?? ""} aria-label={`Remove ${field.label}`} onClick={remove}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      )}
      <div className={classes["value"]}>
        <ValueField form={form} field={field} error={errorOf(`${path}.value`)} set={(value) => set({ value })} />
      </div>
    </li>
  );
}

interface ValueFieldProps {
  form: FormProps;
  field: CustomField;
  error: string | undefined;
  set: (value: string) => void;
}

function ValueField({ form, field, error, set }: ValueFieldProps) {
  const { isLocked, channelId, media: MediaField } = form;
  const label = `Value of ${field.label}`;
  const shared = { label, error, isLocked };
  if (field.kind === "switch") {
    return (
      <ToggleField
        label={label}
        lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
        value={field.value === "true"}
        onChange={(isOn) => set(String(isOn))}
      />
    );
  }
  if (field.kind === "colour") return <ColourField {...shared} value={field.value} onChange={set} />;
  if (field.kind === "media") {
    return <MediaField {...shared} channelId={channelId} kind="image" value={field.value} onChange={set} />;
  }
  return (
    <TextInput
      label={label}
      value={field.value}
      maxLength={2000}
      inputMode={field.kind === "number" ? "decimal" : "text"}
      error={error}
      disabled={isLocked}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
