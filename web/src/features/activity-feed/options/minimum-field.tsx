import { TextInput } from "@mantine/core";
import { useState } from "react";

const MICROS = 1_000_000;
const DOLLARS = /^\d{1,7}(\.\d{1,2})?$/;

interface MinimumFieldProps {
  /** Millionths of a US dollar. */
  value: number;
  onSave: (value: number) => void;
}

/** Saved when the field is left or by Enter, so that the list does not reload with every digit. */
export function MinimumField({ value, onSave }: MinimumFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? dollarsText(value);
  const parsed = parseDollars(text);
  const save = () => {
    if (draft === null || parsed === null) return;
    setDraft(null);
    if (parsed !== value) onSave(parsed);
  };
  return (
    <TextInput
      label="Minimum value"
      description="Compares all currencies, coins and subs in US dollars. Anything above 0 also hides follows, raids and others without a value."
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      leftSection="$"
      value={text}
      error={parsed === null && "Enter an amount, e.g. 2.50"}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === "Enter" && save()}
    />
  );
}

export function dollarsText(micros: number): string {
  const dollars = micros / MICROS;
  return Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);
}

/** Null if the text is no amount; an empty text is 0. */
export function parseDollars(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return 0;
  return DOLLARS.test(trimmed) ? Math.round(Number(trimmed) * MICROS) : null;
}
