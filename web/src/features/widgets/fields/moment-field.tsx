import { TextInput } from "@mantine/core";

interface MomentFieldProps {
  label: string;
  about?: string | undefined;
  /** Time in ISO 8601 form; empty for none. */
  value: string;
  onChange: (value: string | null) => void;
  error?: string | undefined;
  isLocked: boolean;
}

/** Field for a date and time in the time zone of the browser. */
export function MomentField({ label, about, value, onChange, error, isLocked }: MomentFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={about}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={localText(value)}
      error={error}
      disabled={isLocked}
      onChange={(event) => onChange(isoText(event.currentTarget.value))}
    />
  );
}

/** The time in the time zone of the browser, as "2026-11-17T21:30"; empty if `iso` is not a time. */
export function localText(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return "";
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, "2026-11-17T21:30".length);
}

export function isoText(local: string): string | null {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
