import { TextInput } from "@mantine/core";
import { isoTime, localMinute } from "../../lib/time/local-minute";

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
      value={localMinute(value)}
      error={error}
      disabled={isLocked}
      onChange={(event) => onChange(isoTime(event.currentTarget.value))}
    />
  );
}
