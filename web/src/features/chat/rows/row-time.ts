import { dateFormat, isDefaultLocale } from "../../../lib/locale";

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const clockOf = dateFormat({ timeStyle: "short" });
const dayAndClockOf = dateFormat({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** "21:42", after 24 hours "4 Mar, 21:42". The default locale is formatted by hand: Intl is too slow for every row. */
export function rowTime(moment: string, now: number): string {
  const date = new Date(moment);
  const isRecent = now - date.getTime() < DAY_MS;
  if (!isDefaultLocale()) return (isRecent ? clockOf : dayAndClockOf)(date);
  const clock = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  return isRecent ? clock : `${date.getDate()} ${MONTHS[date.getMonth()]}, ${clock}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
