import { lazy, Suspense, useMemo } from "react";
import { usePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { BacktestResult } from "../filter-types";
import classes from "./backtest.module.css";
import { barsOf } from "./backtest-bars";
import { ChartTable } from "./chart-table";

// The chart library is loaded with the first chart.
const StackedBars = lazy(async () => ({ default: (await import("../../../ui/chart/stacked-bars")).StackedBars }));

const HEIGHT = 112;

export function BacktestChart({ result, hours }: { result: BacktestResult; hours: number }) {
  const platforms = usePlatforms();
  const bars = useMemo(() => barsOf(result.buckets, platforms), [result.buckets, platforms]);
  return (
    <figure className={classes["plot"]} aria-label="Hits per half hour">
      <figcaption className={classes["legend"]}>
        <span>Hits per half hour</span>
        {/* In stacking order from the top. */}
        {bars.series.toReversed().map(({ key, label }) => (
          <span key={key} className={classes["platform"]}>
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
