const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The longest time-out that Greenroom accepts: two weeks, as on Twitch; Kick allows one week. */
export const MAX_TIMEOUT_SECONDS = 14 * DAY;

// Below two days hours are used: "24 hours", not "1 day".
const MIN_FOR_DAYS = 2 * DAY;

interface Piece {
  count: number;
  unit: "day" | "hour" | "minute" | "second";
}

function pieces(seconds: number): Piece[] {
  const whole = Math.max(0, Math.floor(seconds));
  const days = whole < MIN_FOR_DAYS ? 0 : Math.floor(whole / DAY);
  const rest = whole - days * DAY;
  const all: Piece[] = [
    { count: days, unit: "day" },
    { count: Math.floor(rest / HOUR), unit: "hour" },
    { count: Math.floor((rest % HOUR) / MINUTE), unit: "minute" },
    { count: rest % MINUTE, unit: "second" },
  ];
  const first = all.findIndex(({ count }) => count > 0);
  return first < 0 ? [{ count: 0, unit: "second" }] : all.slice(first, first + 2).filter(({ count }) => count > 0);
}

/** "10 minutes", "1 hour 30 minutes", "24 hours": the two largest units, in words. */
export function longDuration(seconds: number): string {
  return pieces(seconds)
    .map(({ count, unit }) => `${count} ${unit}${count === 1 ? "" : "s"}`)
    .join(" ");
}

/** "10 m", "1 h 30 m", "24 h" */
export function shortDuration(seconds: number): string {
  return pieces(seconds)
    .map(({ count, unit }) => `${count} ${unit[0]}`)
    .join(" ");
}

/** "60 s", "90 s", "10 m", "1 d": the exact value in its largest whole unit; one minute stays "60 s". */
export function exactDuration(seconds: number): string {
  if (seconds >= DAY && seconds % DAY === 0) return `${seconds / DAY} d`;
  if (seconds >= HOUR && seconds % HOUR === 0) return `${seconds / HOUR} h`;
  if (seconds > MINUTE && seconds % MINUTE === 0) return `${seconds / MINUTE} m`;
  return `${seconds} s`;
}

const UNIT_SECONDS: Record<string, number> = { s: 1, m: MINUTE, h: HOUR, d: DAY };

/** Seconds of "600", "90s", "10m", "1h" or "7d"; null if invalid, zero or longer than a time-out may be. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,7})([smhd]?)$/i.exec(text);
  if (!match) return null;
  const seconds = Number(match[1]) * (UNIT_SECONDS[match[2]?.toLowerCase() || "s"] ?? 1);
  return seconds >= 1 && seconds <= MAX_TIMEOUT_SECONDS ? seconds : null;
}

const MONTH = 30.4375 * DAY;
const YEAR = 12 * MONTH;

/** "1 y 4 mo", "4 mo", "12 d", "less than a day" */
export function longAge(seconds: number): string {
  if (seconds >= YEAR) return twoUnits(seconds, YEAR, "y", MONTH, "mo");
  if (seconds >= MONTH) return `${Math.floor(seconds / MONTH)} mo`;
  return seconds >= DAY ? `${Math.floor(seconds / DAY)} d` : "less than a day";
}

function twoUnits(seconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const count = Math.floor(seconds / large);
  const rest = Math.floor((seconds - count * large) / small);
  return rest === 0 ? `${count} ${largeName}` : `${count} ${largeName} ${rest} ${smallName}`;
}
