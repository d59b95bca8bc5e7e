import { dateFormat } from "../../lib/locale";
import type { Stream } from "./stats-types";

const day = dateFormat({ weekday: "short", day: "numeric", month: "short" });

/** Start and title of a stream: "Tue 11 Nov, Tunic day 3". */
export function streamLabel({
  started_at,
  title,
  ended_at,
}: Pick<Stream, "started_at" | "title" | "ended_at">): string {
  const date = day(new Date(started_at)).replace(",", "");
  return `${date}, ${title || "untitled"}${ended_at === null ? " (live)" : ""}`;
}
