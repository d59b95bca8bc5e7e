import { dayAndTime } from "../../../lib/time/dates";
import type { LeaderboardPeriod, RankedPeriod } from "../points.queries";

/** Says which points a period counts, since when, and how current the ranks are. */
export function periodLabel(period: RankedPeriod, times: LeaderboardPeriod, points: string): string {
  if (times.starts_at === null) return "Starts with your first stream.";
  const counted = `Counts ${points} earned by watching, chatting, follows, subs and payments`;
  const age = times.is_complete ? "Updated every minute." : "Still adding up earlier entries.";
  return `${counted} ${span(period, times.starts_at, times.ends_at)}. ${age}`;
}

function span(period: RankedPeriod, starts: string, ends: string | null): string {
  if (period === "month") return `since ${dayAndTime(starts)}`;
  if (ends === null) return `since this stream started, ${dayAndTime(starts)}`;
  return `in the last stream, ${dayAndTime(starts)}`;
}

export function emptyLabel(period: RankedPeriod, points: string): string {
  if (period === "month") return `Nobody has earned ${points} this month`;
  return period === "stream" ? `Nobody has earned ${points} tonight` : `Nobody has ${points} yet`;
}
