/** A time as a datetime-local input has it, in the time zone of the browser: "2030-01-02T21:42"; empty for no time. */
export function localMinute(time: string | null): string {
  const date = new Date(time ?? "");
  if (Number.isNaN(date.getTime())) return "";
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, "2030-01-02T21:42".length);
}

/** ISO time of a local minute; null if empty or invalid. */
export function isoTime(minute: string): string | null {
  const date = new Date(minute);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
