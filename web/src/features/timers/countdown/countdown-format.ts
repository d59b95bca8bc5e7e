import { clockDuration } from "../../../lib/time/dates";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** "4:07", "1:04:07", "2 d 4 h"; "Now" once its time has come. */
export function formatCountdown(at: string, now: number): string {
  const seconds = Math.ceil((Date.parse(at) - now) / 1_000);
  if (seconds <= 0) return "Now";
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  // Below an hour the hour itself is no news.
  return seconds >= HOUR ? clockDuration(seconds) : clockDuration(seconds).replace(/^0:0?/, "");
}
