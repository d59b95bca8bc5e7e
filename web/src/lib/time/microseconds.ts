const FRACTION = /\.(\d+)/;

/** Microseconds since 1970: the server's own precision, which a Date does not have. */
export function microsecondsOf(moment: string): number {
  const digits = FRACTION.exec(moment)?.[1] ?? "";
  const below = Number(digits.padEnd(6, "0").slice(3, 6));
  return Date.parse(moment) * 1000 + below;
}

/** The moment one microsecond later, as the end of a range: the server excludes the end. */
export function justAfter(moment: string): string {
  const next = microsecondsOf(moment) + 1;
  const whole = new Date(Math.floor(next / 1000)).toISOString();
  return whole.replace("Z", `${String(next % 1000).padStart(3, "0")}Z`);
}
