const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "21:42", with the day in front after 24 hours. Formatted by hand: Intl is too slow for every row. */
export function rowTime(moment: string, now: number): string {
  const date = new Date(moment);
  const clock = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  return now - date.getTime() < DAY_MS ? clock : `${date.getDate()} ${MONTHS[date.getMonth()]}, ${clock}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
