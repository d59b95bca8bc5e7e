import type { BarSeries } from "../../../ui/chart/stacked-bars";
import type { BacktestBucket } from "../filter-types";

export interface Bars {
  times: number[];
  series: BarSeries[];
}

/** From the bottom to the top, as in every chart of the product. */
const ORDER = ["tiktok", "kick", "youtube", "twitch"];

/** The buckets of all platforms as rows of one chart: a platform without a hit has no row. */
export function barsOf(buckets: readonly BacktestBucket[], nameOf: (provider: string) => string): Bars {
  const providers = new Set(buckets.flatMap(({ hits }) => Object.keys(hits)));
  const rows = [...providers].toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  return {
    times: buckets.map(({ starts_at: at }) => new Date(at).getTime() / 1000),
    series: rows.map((key) => ({
      key,
      label: nameOf(key),
      colour: `--${key}`,
      values: buckets.map(({ hits }) => hits[key] ?? 0),
    })),
  };
}
