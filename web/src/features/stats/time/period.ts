import type { Period } from "../stats.queries";
import type { Stats } from "../stats-types";

/** The last days up to today, in the time zone of the browser. */
export function lastDays(days: number, now: Date): Period {
  const first = new Date(now);
  // By calendar day: a day on which the clocks change has 23 or 25 hours.
  first.setDate(first.getDate() - (days - 1));
  return { since: isoDay(first), until: isoDay(now), zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** First days of all steps of a period, also of those without a stream. */
export function allSteps({ since, until, step }: Pick<Stats, "since" | "until" | "step">): string[] {
  const days: string[] = [];
  const day = new Date(`${since}T00:00`);
  if (step === "week") day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  if (step === "month") day.setDate(1);
  while (isoDay(day) <= until) {
    days.push(isoDay(day));
    if (step === "month") day.setMonth(day.getMonth() + 1);
    else day.setDate(day.getDate() + (step === "week" ? 7 : 1));
  }
  return days;
}

function isoDay(moment: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}
