import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { mediumDate } from "../../../lib/time/dates";
import { Segments } from "../../../ui/buttons/segments";
import { type BarSeries, StackedBars } from "../../../ui/chart/stacked-bars";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { Panel } from "../../../ui/panel";
import { inStackOrder, Legend } from "../chart/legend";
import { count, hours, money } from "../numbers";
import { ScrollTable } from "../scroll-table";
import { type Period, statsQuery } from "../stats.queries";
import { StatsSkeleton } from "../stats-skeleton";
import type { Point, Stats } from "../stats-types";
import { Figures } from "../stream/figures";
import classes from "./over-time.module.css";
import { allSteps, periodSummary } from "./period";

interface OverTimeProps {
  channelId: string;
  period: Period;
}

type Metric = "watched" | "messages";

const METRICS = [
  { value: "watched", label: "Watched hours" },
  { value: "messages", label: "Messages" },
] as const;
const HEIGHT = 240;
const MINUTES_PER_HOUR = 60;

export function OverTime({ channelId, period }: OverTimeProps) {
  const stats = useQuery(statsQuery(channelId, period));
  if (stats.data) return <PeriodView stats={stats.data} />;
  if (stats.error) {
    return <ErrorPanel error={stats.error} onRetry={() => void stats.refetch()} isRetrying={stats.isFetching} />;
  }
  return <StatsSkeleton />;
}

function PeriodView({ stats }: { stats: Stats }) {
  const [metric, setMetric] = useState<Metric>("watched");
  const platforms = usePlatforms();
  const { times, series } = useMemo(
    () => bars(stats, metric, (key) => platformName(platforms, key)),
    [stats, metric, platforms],
  );
  const { total } = stats;
  return (
    <>
      <Figures numbers={total} before={stats.previous.streams > 0 ? stats.previous : undefined} />
      <Panel className={classes["chart"]} aria-label="By platform">
        <header className="row wrap mb-8 column-gap-12 row-gap-4">
          <h2>{`By ${stats.step}`}</h2>
          <span className="muted fs-small mr-auto">{periodSummary(stats)}</span>
          <Segments label="Number" value={metric} options={METRICS} onChange={setMetric} />
        </header>
        <Legend series={series} />
        <StackedBars
          label={`${metric === "watched" ? "Watched hours" : "Messages"} by ${stats.step}`}
          unit={metric === "watched" ? "watched hours" : "messages"}
          times={times}
          series={series}
          height={HEIGHT}
          showsDays
        />
        <PeriodTable stats={stats} />
      </Panel>
    </>
  );
}

/** Data of the stacked bars: the time of each step of the period, and a series of values for each platform. */
export function bars(stats: Stats, metric: Metric, nameOf: (provider: string) => string) {
  const providers = [...new Set(stats.points.flatMap(({ platforms }) => platforms.map(({ provider }) => provider)))];
  const days = allSteps(stats);
  const points = new Map(stats.points.map((point) => [point.first_day, point]));
  const times = days.map((day) => new Date(`${day}T00:00`).getTime() / 1000);
  const series: BarSeries[] = inStackOrder(providers.map((provider) => ({ provider }))).map(({ provider }) => ({
    key: provider,
    label: nameOf(provider),
    colour: `--${provider}`,
    values: days.map((day) => {
      const own = points.get(day)?.platforms.find((one) => one.provider === provider);
      return metric === "messages" ? (own?.messages ?? 0) : (own?.watched_minutes ?? 0) / MINUTES_PER_HOUR;
    }),
  }));
  return { times, series };
}

const COLUMNS: readonly { label: string; show: (point: Point) => string }[] = [
  { label: "Streams", show: (one) => count(one.streams) },
  { label: "Hours live", show: (one) => hours(one.live_minutes) },
  { label: "Average viewers", show: (one) => count(one.average_viewers) },
  { label: "Peak", show: (one) => count(one.peak_viewers) },
  { label: "Watched hours", show: (one) => hours(one.watched_minutes) },
  { label: "Messages", show: (one) => count(one.messages) },
  { label: "Follows", show: (one) => count(one.follows) },
  { label: "Subs", show: (one) => count(one.subs) },
  { label: "Value", show: (one) => money(one.value) },
];

/** Table of the days, weeks or months of a period that have a stream, newest first. */
function PeriodTable({ stats }: { stats: Stats }) {
  return (
    <ScrollTable label="Numbers over time">
      <thead>
        <tr>
          <th scope="col">{stats.step === "day" ? "Day" : `${stats.step === "week" ? "Week" : "Month"} from`}</th>
          {COLUMNS.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stats.points.toReversed().map((point) => (
          <tr key={point.first_day}>
            <th scope="row">{mediumDate(`${point.first_day}T00:00`)}</th>
            {COLUMNS.map(({ label, show }) => (
              <td key={label}>{show(point)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
