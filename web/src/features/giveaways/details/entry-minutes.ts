import type { GiveawayDetails } from "../giveaway-types";

type Minutes = GiveawayDetails["minutes"];

const MINUTE_MS = 60_000;
/** Maximum number of minutes in the chart: a giveaway may be open for days. */
const MAX_MINUTES = 240;

interface PerMinute {
  /** One value for every minute, oldest first. */
  values: number[];
  from: string;
  to: string;
}

/** Entries of each minute on all platforms, for up to four hours before `until`; 0 in minutes without entries. */
export function perMinute(minutes: Minutes, until: number): PerMinute {
  const sums = new Map<number, number>();
  for (const { minute, entries } of minutes) {
    const time = Date.parse(minute);
    sums.set(time, (sums.get(time) ?? 0) + entries);
  }
  const times = [...sums.keys()].sort((one, other) => one - other);
  const newest = times.at(-1);
  if (newest === undefined) return { values: [], from: "", to: "" };
  const last = Math.max(newest, until - (until % MINUTE_MS));
  const first = Math.max(times[0] ?? last, last - (MAX_MINUTES - 1) * MINUTE_MS);
  const length = Math.round((last - first) / MINUTE_MS) + 1;
  const values = Array.from({ length }, (_, index) => sums.get(first + index * MINUTE_MS) ?? 0);
  // A chart needs two points.
  if (values.length === 1) values.unshift(0);
  return { values, from: new Date(first).toISOString(), to: new Date(last).toISOString() };
}

export function byPlatform(minutes: Minutes): { provider: string; entries: number }[] {
  const sums = new Map<string, number>();
  for (const { provider, entries } of minutes) sums.set(provider, (sums.get(provider) ?? 0) + entries);
  return [...sums]
    .map(([provider, entries]) => ({ provider, entries }))
    .sort((one, other) => other.entries - one.entries);
}
