import { TextInput } from "@mantine/core";
import type { MediaFieldProps } from "./editor/form-props";

/** Stands in for the media of a channel: the address of a file as text. */
export function TestMediaField({ label, value, onChange, error, isLocked }: MediaFieldProps) {
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
