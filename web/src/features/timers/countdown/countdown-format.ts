import { clockDuration } from "../../../lib/time/dates";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Time until `at`: "in 4:07", "in 1:04:07", "in 2 d 4 h" or "Now". Without "in", "4:07" reads like a time of day. */
export function formatCountdown(at: string, now: number): string {
  const seconds = Math.ceil((Date.parse(at) - now) / 1_000);
  if (seconds <= 0) return "Now";
  if (seconds >= DAY) return `in ${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  // Below one hour "0:04:07" becomes "4:07".
  return `in ${clockDuration(seconds).replace(/^0:0?/, "")}`;
}
