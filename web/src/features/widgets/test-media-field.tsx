import { TextInput } from "@mantine/core";
import type { MediaFieldProps } from "../../ui/fields/setting-field";

/** Replaces the media field in tests: a text field for the path of a file. */
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
