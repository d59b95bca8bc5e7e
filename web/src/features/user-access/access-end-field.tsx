import { NativeSelect, TextInput } from "@mantine/core";
import type { AccessEndBody, AccessEnds } from "./access-types";

/** Values of the fields; `at` is a local time as in a `datetime-local` input: "2030-01-02T21:42". */
export interface AccessEndDraft {
  ends: AccessEnds;
  at: string;
}

const CHOICES: readonly { value: AccessEnds; label: string }[] = [
  { value: "after_stream", label: "After this stream" },
  { value: "24h", label: "After 24 hours" },
  { value: "7d", label: "After 7 days" },
  { value: "date", label: "On a date" },
];
const NEVER = { value: "never", label: "Never" } as const;

export function accessEndBody({ ends, at }: AccessEndDraft): AccessEndBody {
  return { access_ends: ends, access_ends_at: ends === "date" && at ? new Date(at).toISOString() : null };
}

/** Whether the fields can be saved: false if access ends on a date that is missing or past. */
export function isComplete({ ends, at }: AccessEndDraft, now = Date.now()): boolean {
  return ends !== "date" || new Date(at).getTime() > now;
}

interface AccessEndFieldProps {
  label: string;
  value: AccessEndDraft;
  onChange: (value: AccessEndDraft) => void;
  hasNever?: boolean;
}

export function AccessEndField({ label, value, onChange, hasNever = false }: AccessEndFieldProps) {
  return (
    <div className="column gap-6 fs-chat">
      <NativeSelect
        aria-label={label}
        value={value.ends}
        data={hasNever ? [NEVER, ...CHOICES] : [...CHOICES]}
        onChange={(event) => onChange({ ...value, ends: event.currentTarget.value as AccessEnds })}
      />
      {value.ends === "date" && (
        <TextInput
          type="datetime-local"
          aria-label="Date and time"
          value={value.at}
          onChange={(event) => onChange({ ...value, at: event.currentTarget.value })}
        />
      )}
      {value.ends === "after_stream" && (
        <p className="small muted">Half an hour after the stream that is live, or else the next one, has ended.</p>
      )}
    </div>
  );
}
