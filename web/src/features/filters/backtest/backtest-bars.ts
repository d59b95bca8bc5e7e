import { platformName } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import type { BarSeries } from "../../../ui/chart/stacked-bars";
import type { BacktestBucket } from "../filter-types";

export interface Bars {
  times: number[];
  series: BarSeries[];
}

/** A chart series for each platform with hits; in the stack the first of `platforms` is at the top. */
export function barsOf(buckets: readonly BacktestBucket[], platforms: readonly Platform[]): Bars {
  const providers = new Set(buckets.flatMap(({ hits }) => Object.keys(hits)));
  const position = (key: string) => platforms.findIndex(({ provider }) => provider === key);
  // The first series is drawn at the bottom.
  const rows = [...providers].toSorted((one, other) => position(other) - position(one));
  return {
    times: buckets.map(({ starts_at: at }) => new Date(at).getTime() / 1000),
    series: rows.map((key) => ({
      key,
      label: platformName(platforms, key),
      colour: `--${key}`,
      values: buckets.map(({ hits }) => hits[key] ?? 0),
    })),
  };
}
