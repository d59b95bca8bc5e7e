import { TextInput } from "@mantine/core";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { SliderField } from "../../../ui/fields/slider-field";
import { ToggleField } from "../../../ui/fields/toggle-field";
import { DollarsField } from "../../../ui/fields/typed-field";
import { MAY_NOT_MANAGE } from "../widget-labels";
import type { Speech } from "../widget-types";
import classes from "./alerts.module.css";
import type { VariantFieldsProps } from "./rule-props";

/** Fields for the text that the browser source reads aloud. */
export function SpeechFields({ form, variant, path, set }: VariantFieldsProps) {
  const { speech } = variant;
  const change = (part: Partial<Speech>) => set({ speech: { ...speech, ...part } });
  return (
    <>
      <ToggleField
        label="Read aloud"
        about="By a voice of the streaming computer."
        value={speech.enabled}
        lockedBecause={form.isLocked ? MAY_NOT_MANAGE : undefined}
        onChange={(enabled) => change({ enabled })}
      />
      {speech.enabled && <VoiceFields form={form} speech={speech} path={path} change={change} />}
    </>
  );
}

interface VoiceFieldsProps extends Pick<VariantFieldsProps, "form" | "path"> {
  speech: Speech;
  change: (part: Partial<Speech>) => void;
}

function VoiceFields({ form, speech, path, change }: VoiceFieldsProps) {
  const { isLocked } = form;
  const errorOf = (name: keyof Speech) => form.errorOf(`${path}.speech.${name}`);
  return (
    <div className={classes["pair"]}>
      <TextInput
        className="all-columns"
        label="Spoken text"
        value={speech.text}
        maxLength={300}
        error={errorOf("text")}
        disabled={isLocked}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <DollarsField
        label="Only from"
        about="Smaller amounts stay silent."
        value={speech.minimum}
        error={errorOf("minimum")}
        isLocked={isLocked}
        onChange={(minimum) => change({ minimum })}
      />
      <QuantityField
        label="Longest text"
        unit="chars"
        unitName="characters"
        max={500}
        value={speech.max_characters}
        error={errorOf("max_characters")}
        isLocked={isLocked}
        onChange={(max_characters) => change({ max_characters })}
      />
      <VoiceSliders form={form} speech={speech} path={path} change={change} />
    </div>
  );
}

function VoiceSliders({ form, speech, path, change }: VoiceFieldsProps) {
  const { isLocked } = form;
  const errorOf = (name: keyof Speech) => form.errorOf(`${path}.speech.${name}`);
  return (
    <>
      <SliderField
        label="Speed"
        unit="%"
        min={50}
        max={200}
        step={5}
        value={speech.rate_percent}
        error={errorOf("rate_percent")}
        isLocked={isLocked}
        onChange={(rate_percent) => change({ rate_percent })}
      />
      <SliderField
        label="Voice volume"
        unit="%"
        min={0}
        max={100}
        value={speech.volume}
        error={errorOf("volume")}
        isLocked={isLocked}
        onChange={(volume) => change({ volume })}
      />
      <TextInput
        label="Language"
        placeholder="en-GB"
        value={speech.language}
        maxLength={35}
        error={errorOf("language")}
        disabled={isLocked}
        onChange={(event) => change({ language: event.currentTarget.value.trim() })}
      />
    </>
  );
}
