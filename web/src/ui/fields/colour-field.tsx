import { TextInput } from "@mantine/core";
import classes from "./fields.module.css";

interface ColourFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  isLocked: boolean;
}

/** A colour as text, with the browser's own colour picker beside it. */
export function ColourField({ label, value, onChange, error, isLocked }: ColourFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      error={error}
      disabled={isLocked}
      maxLength={9}
      spellCheck={false}
      autoComplete="off"
      leftSection={
        <input
          type="color"
          className={classes["colour"]}
          aria-label={`Pick: ${label}`}
          // The picker does not support transparency.
          value={/^#[0-9a-f]{6}/i.exec(value)?.[0] ?? "#000000"}
          disabled={isLocked}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
