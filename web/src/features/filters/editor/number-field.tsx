import { TextInput } from "@mantine/core";
import { useState } from "react";
import { parseNumber } from "../../../ui/fields/quantity-field";
import classes from "./number-field.module.css";

interface NumberFieldProps {
  label: string;
  /** NaN for invalid input; the server rejects it on save. */
  value: number;
  onChange: (value: number) => void;
  unit?: string;
  description?: string | undefined;
  error?: string | undefined;
  isLocked?: boolean;
}

/** Input for a whole number; the typed text is never corrected. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, unit, description, error, isLocked = false } = props;
  const [typed, setTyped] = useState({ text: numberText(value), value });
  const shown = Object.is(typed.value, value) ? typed.text : numberText(value);
  return (
    <TextInput
      className={classes["field"] ?? ""}
      classNames={{ input: "digits" }}
      label={label}
      description={description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      value={shown}
      error={error}
      disabled={isLocked}
      rightSection={unit && <span className={classes["unit"]}>{unit}</span>}
      rightSectionWidth={unit ? 80 : 0}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const next = parseNumber(text);
        setTyped({ text, value: next });
        onChange(next);
      }}
    />
  );
}

function numberText(value: number): string {
  return Number.isNaN(value) ? "" : String(value);
}
