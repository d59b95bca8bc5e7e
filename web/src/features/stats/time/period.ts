import { count, hours } from "../numbers";
import type { Stats } from "../stats-types";

type LiveTime = Pick<Stats["total"], "streams" | "live_minutes">;

/** First day of each step of a period, with or without a stream. */
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

/** "2 streams, 3.5 hours live. Days in the channel's time zone, America/New York." */
export function periodSummary({ total, zone }: Pick<Stats, "zone"> & { total: LiveTime }): string {
  const streams = `${count(total.streams)} ${total.streams === 1 ? "stream" : "streams"}`;
  const zoneName = zone.replaceAll("_", " ");
  return `${streams}, ${hours(total.live_minutes)} hours live. Days in the channel's time zone, ${zoneName}.`;
}
