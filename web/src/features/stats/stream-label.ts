import type { Stream } from "./stats-types";

const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" });

/** "Tue 11 Nov, Tunic day 3" */
export function streamLabel({
  started_at,
  title,
  ended_at,
}: Pick<Stream, "started_at" | "title" | "ended_at">): string {
  const date = day.format(new Date(started_at)).replace(",", "");
  return `${date}, ${title || "untitled"}${ended_at === null ? " (live)" : ""}`;
}
