const TIME = /^(?:(?:(\d{1,4}):)?(\d{1,5}):)?(\d{1,8})$/;

/** Formats seconds as "0:45", "5:00" or "1:30:00"; empty for NaN. */
export function durationText(seconds: number): string {
  if (Number.isNaN(seconds)) return "";
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const padded = (number: number) => String(number).padStart(2, "0");
  return hours === 0 ? `${minutes}:${padded(rest)}` : `${hours}:${padded(minutes)}:${padded(rest)}`;
}

/** Reads "1:30:00", "5:00" or "300" as seconds; NaN if the text is not a time. */
export function parseSeconds(text: string): number {
  const match = TIME.exec(text.trim());
  if (!match) return Number.NaN;
  const [hours, minutes, seconds] = [match[1], match[2], match[3]].map((part) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}
