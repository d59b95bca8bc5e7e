import { NativeSelect, TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { SliderField } from "../../../ui/fields/slider-field";
import type { FormProps } from "../editor/form-props";
import type { AlertVariant } from "../widget-types";
import classes from "./alerts.module.css";
import type { VariantFieldsProps } from "./rule-props";
import { SpeechFields } from "./speech-fields";

const LAYOUTS: readonly { value: AlertVariant["layout"]; label: string }[] = [
  { value: "above", label: "Image above text" },
  { value: "beside", label: "Image beside text" },
  { value: "behind", label: "Image behind text" },
];

const ANIMATIONS: readonly { value: AlertVariant["animation"]; label: string }[] = [
  { value: "fade", label: "Fade" },
  { value: "slide", label: "Slide" },
  { value: "pop", label: "Pop" },
  { value: "none", label: "None" },
];

export function VariantFields({ hasWeight, ...props }: VariantFieldsProps & { hasWeight: boolean }) {
  const { form, variant, path, set } = props;
  return (
    <>
      <TemplateLine {...props} name="text" label="Text" />
      <TemplateLine {...props} name="message" label="Second line" />
      <VariableHint />
      <MediaFields {...props} />
      <div className={classes["pair"]}>
        <QuantityField
          label="Duration"
          max={60}
          value={variant.duration_seconds}
          error={form.errorOf(`${path}.duration_seconds`)}
          isLocked={form.isLocked}
          onChange={(duration_seconds) => set({ duration_seconds })}
        />
        {hasWeight && (
          <QuantityField
            label="Weight"
            unit=""
            unitName="parts of all variants"
            max={100}
            value={variant.weight}
            error={form.errorOf(`${path}.weight`)}
            isLocked={form.isLocked}
            onChange={(weight) => set({ weight })}
          />
        )}
        <Choice
          form={form}
          label="Layout"
          options={LAYOUTS}
          value={variant.layout}
          onChange={(layout) => set({ layout })}
        />
        <Choice
          form={form}
          label="Animation"
          options={ANIMATIONS}
          value={variant.animation}
          onChange={(animation) => set({ animation })}
        />
      </div>
      <SpeechFields {...props} />
    </>
  );
}

interface TemplateLineProps extends VariantFieldsProps {
  name: "text" | "message";
  label: string;
}

function TemplateLine({ form, variant, path, set, name, label }: TemplateLineProps) {
  return (
    <TextInput
      label={label}
      value={variant[name]}
      maxLength={300}
      autoComplete="off"
      error={form.errorOf(`${path}.${name}`)}
      disabled={form.isLocked}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
}

function MediaFields({ form, variant, path, set }: VariantFieldsProps) {
  const { media: MediaField, channelId, isLocked, errorOf } = form;
  return (
    <div className={classes["media"]}>
      <MediaField
        channelId={channelId}
        label="Image"
        kind="image"
        value={variant.image}
        error={errorOf(`${path}.image`)}
        isLocked={isLocked}
        onChange={(image) => set({ image })}
      />
      <MediaField
        channelId={channelId}
        label="Video"
        kind="video"
        value={variant.video}
        error={errorOf(`${path}.video`)}
        isLocked={isLocked}
        onChange={(video) => set({ video })}
      />
      <MediaField
        channelId={channelId}
        label="Sound"
        kind="sound"
        value={variant.sound}
        error={errorOf(`${path}.sound`)}
        isLocked={isLocked}
        onChange={(sound) => set({ sound })}
      />
      {(variant.sound !== "" || variant.video !== "") && (
        <SliderField
          label="Sound volume"
          unit="%"
          min={0}
          max={100}
          value={variant.volume}
          error={errorOf(`${path}.volume`)}
          isLocked={isLocked}
          onChange={(volume) => set({ volume })}
        />
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  form: FormProps;
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ form, label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      rightSection={<IconSelector size={15} stroke={1.9} />}
      data={options.map((option) => ({ ...option }))}
      value={value}
      disabled={form.isLocked}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

const VARIABLES: readonly [string, string][] = [
  ["{name}", "viewer"],
  ["{amount}", "money or coins"],
  ["{count}", "subs, Bits or viewers"],
  ["{months}", "months subscribed"],
  ["{tier}", "tier"],
  ["{title}", "reward or gift"],
  ["{recipient}", "who got the gift"],
  ["{platform}", "platform"],
  ["{message}", "message of the viewer"],
];

function VariableHint() {
  return (
    <details className={classes["hint"]}>
      <summary>Variables</summary>
      <ul>
        {VARIABLES.map(([name, about]) => (
          <li key={name}>
            <code>{name}</code> {about}
          </li>
        ))}
      </ul>
    </details>
  );
}
