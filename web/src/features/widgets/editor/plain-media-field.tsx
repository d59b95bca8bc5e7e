import { TextInput } from "@mantine/core";
import type { MediaFieldProps } from "./form-props";

/** The address of an uploaded file as text. */
export function PlainMediaField({ label, value, onChange, error, isLocked }: MediaFieldProps) {
  return (
    <TextInput
      label={label}
      placeholder="/media/…"
      value={value}
      error={error}
      disabled={isLocked}
      maxLength={80}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}
