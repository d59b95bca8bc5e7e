/** The local time in the format of a datetime-local input: "2030-01-02T21:42"; empty for null. */
export function localMinute(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** ISO time of a local minute; null if empty or invalid. */
export function isoTime(minute: string): string | null {
  const date = new Date(minute);
  return minute === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
