import { clockDuration } from "../../../lib/time/dates";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** "in 4:07", "in 1:04:07", "in 2 d 4 h"; "Now" when it is due. "4:07" alone reads like a time of day. */
export function formatCountdown(at: string, now: number): string {
  const seconds = Math.ceil((Date.parse(at) - now) / 1_000);
  if (seconds <= 0) return "Now";
  if (seconds >= DAY) return `in ${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  // The leading hour is dropped below one hour.
  return `in ${clockDuration(seconds).replace(/^0:0?/, "")}`;
}
