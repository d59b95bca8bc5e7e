import { dateFormat } from "../locale";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Moment = Date | string | number;

const long = dateFormat({ dateStyle: "long" });
const longWithTime = dateFormat({ dateStyle: "long", timeStyle: "short" });
const medium = dateFormat({ day: "numeric", month: "short", year: "numeric" });
const shortWithTime = dateFormat({
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const clock = dateFormat({ timeStyle: "medium" });
const shortClock = dateFormat({ timeStyle: "short" });

/** "4 March 2025" */
export function longDate(moment: Moment): string {
  return long(new Date(moment));
}

/** "4 March 2025 at 21:42" */
export function longDateTime(moment: Moment): string {
  return longWithTime(new Date(moment));
}

/** "4 Mar 2025" */
export function mediumDate(moment: Moment): string {
  return medium(new Date(moment));
}

/** "4 Mar, 21:42" */
export function dayAndTime(moment: Moment): string {
  return shortWithTime(new Date(moment));
}

/** "21:42" */
export function shortTime(moment: Moment): string {
  return shortClock(new Date(moment));
}

/** "21:42" on the day of `now`, otherwise "4 Mar, 21:42" */
export function timeOrDay(moment: Moment, now: Moment): string {
  const isSameDay = new Date(moment).toDateString() === new Date(now).toDateString();
  return isSameDay ? shortTime(moment) : dayAndTime(moment);
}

/** "21:42:07" */
export function clockTime(moment: Moment): string {
  return clock(new Date(moment));
}

/** Whole seconds between two moments; never negative, because two clocks may disagree. */
export function secondsBetween(from: Moment, to: Moment): number {
  return Math.max(0, Math.floor((new Date(to).getTime() - new Date(from).getTime()) / 1000));
}

/** "3:12:44" */
export function clockDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / HOUR);
  return [hours, twoDigits(Math.floor((whole % HOUR) / MINUTE)), twoDigits(whole % MINUTE)].join(":");
}

/** "Now", "5m", "3h", "12d" */
export function shortAge(moment: Moment, now: Moment): string {
  const seconds = secondsBetween(moment, now);
  if (seconds < MINUTE) return "Now";
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h`;
  return `${Math.floor(seconds / DAY)}d`;
}

/** "Now", "2 s ago", "5m ago", "3h ago" */
export function relativeAge(moment: Moment, now: Moment): string {
  const seconds = secondsBetween(moment, now);
  if (seconds < 1) return "Now";
  return seconds < MINUTE ? `${seconds} s ago` : `${shortAge(moment, now)} ago`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
