import { lazy, Suspense, useMemo } from "react";
import { usePlatforms } from "../../../api/platforms";
import { longDateTime } from "../../../lib/time/dates";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { BacktestResult } from "../filter-types";
import classes from "./backtest.module.css";
import { type Bars, barsOf } from "./backtest-bars";

// The chart library is loaded with the first chart.
const StackedBars = lazy(async () => ({ default: (await import("../../../ui/chart/stacked-bars")).StackedBars }));

const HEIGHT = 112;

export function BacktestChart({ result, hours }: { result: BacktestResult; hours: number }) {
  const platforms = usePlatforms();
  const bars = useMemo(() => barsOf(result.buckets, platforms), [result.buckets, platforms]);
  return (
    <figure className="m-0" aria-label="Hits per half hour">
      <figcaption className={classes["legend"]}>
        <span>Hits per half hour</span>
        {/* In stacking order from the top. */}
        {bars.series.toReversed().map(({ key, label }) => (
          <span key={key} className="inline-row gap-6">
            <PlatformIcon provider={key} size={14} />
            {label}
          </span>
        ))}
      </figcaption>
      <div className={classes["chart"]}>
        <Suspense>
          <StackedBars
            label="Hits by time"
            unit="hits"
            times={bars.times}
            series={bars.series}
            height={HEIGHT}
            showsDays={hours > 24}
          />
        </Suspense>
      </div>
      <details className={classes["fold"]}>
        <summary>Show as table</summary>
        <ChartTable bars={bars} />
      </details>
    </figure>
  );
}

/** The chart as a table; half hours without hits are left out. */
function ChartTable({ bars }: { bars: Bars }) {
  const indexes = bars.times.map((_, index) => index);
  const filled = indexes.filter((index) => bars.series.some(({ values }) => (values[index] ?? 0) > 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classes["table"]} tabIndex={0} aria-label="Hits per half hour as a table">
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            {bars.series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map((index) => (
            <tr key={index}>
              <th scope="row">{longDateTime((bars.times[index] ?? 0) * 1000)}</th>
              {bars.series.map(({ key, values }) => (
                <td key={key}>{values[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
