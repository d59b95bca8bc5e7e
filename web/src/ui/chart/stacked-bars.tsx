import { dateFormat, numberFormat } from "../../lib/locale";
import "uplot/dist/uPlot.min.css";
import { useCallback } from "react";
import uPlot from "uplot";
import { InteractiveChart, type OnCursor } from "./interactive-chart";
import { runningTotals } from "./running-totals";

export interface BarSeries {
  key: string;
  label: string;
  /** Colour token: "--twitch". */
  colour: string;
  values: readonly number[];
}

interface StackedBarsProps {
  /** Accessible name. */
  label: string;
  /** What the values count: "hits". */
  unit: string;
  /** Start of each bar in seconds since 1970. */
  times: readonly number[];
  series: readonly BarSeries[];
  height: number;
  /** Labels the axis with days instead of hours, for periods of more than a day. */
  showsDays?: boolean;
}

/** Stacked bar chart, first series at the bottom. */
export function StackedBars({ label, unit, times, series, height, showsDays = false }: StackedBarsProps) {
  const tops = runningTotals(series.map(({ values }) => values));
  const draw = useCallback(
    (element: HTMLElement, onCursor: OnCursor) => createBars(element, { times, series, height, showsDays }, onCursor),
    [times, series, height, showsDays],
  );
  const valuesAt = (step: number) => ({
    time: (showsDays ? longDay : clock)((times[step] ?? 0) * 1000).replace(",", ""),
    parts: series.map(({ key, label: name, values }) => ({ key, label: name, value: values[step] })),
    total: tops.at(-1)?.[step],
  });
  return (
    <InteractiveChart
      {...{ label, unit, height, draw, valuesAt }}
      length={times.length}
      positionOf={(step) => times[step] ?? 0}
      format={(value) => (value < 10 ? precise : whole)(value)}
    />
  );
}

type ChartOptions = Required<Pick<StackedBarsProps, "times" | "series" | "height" | "showsDays">>;

function createBars(element: HTMLElement, chart: ChartOptions, onCursor: OnCursor): uPlot {
  const tops = runningTotals(chart.series.map(({ values }) => values));
  // The highest totals are drawn first and the lower ones over them.
  const data: uPlot.AlignedData = [[...chart.times], ...tops.toReversed()];
  return new uPlot(options(element, chart, onCursor), data, element);
}

function options(element: HTMLElement, { series, height, showsDays }: ChartOptions, onCursor: OnCursor): uPlot.Options {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const font = `11px ${style.fontFamily}`;
  const axis = { stroke: token("--text-3"), font, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height,
    padding: [8, 16, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    legend: { show: false },
    scales: { x: { time: true }, y: { range: (_chart, _low, high) => [0, Math.max(2, Math.ceil(high))] } },
    axes: [
      {
        ...axis,
        size: 24,
        grid: { show: false },
        space: 80,
        ...(showsDays && { incrs: DAY_STEPS }),
        values: (_chart, seconds) => seconds.map(showsDays ? labelOfDays(seconds) : timeLabel),
      },
      {
        ...axis,
        size: 28,
        grid: { stroke: token("--line"), width: 1 },
        space: 36,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 500_000],
        values: (_chart, numbers) => numbers.map((value) => compact(value).toLowerCase()),
      },
    ],
    series: [{}, ...series.toReversed().map((one) => bars(one.label, token(one.colour)))],
    hooks: { setCursor: [(chart) => onCursor(chart.cursor.idx ?? null, chart.cursor.left ?? 0)] },
  };
}

function bars(label: string, colour: string): uPlot.Series {
  const paths = uPlot.paths.bars?.({ size: [0.8, 14] });
  return { label, fill: colour, width: 0, points: { show: false }, ...(paths ? { paths } : {}) };
}

const clock = dateFormat({ hour: "2-digit", minute: "2-digit" });

const whole = numberFormat({ maximumFractionDigits: 0 });
const precise = numberFormat({ maximumFractionDigits: 1 });

const compact = numberFormat({ notation: "compact", maximumFractionDigits: 1 });

const DAY = 86_400;
// Seconds between two labels: with less than a day, a day would be labelled twice.
const DAY_STEPS = [1, 2, 3, 7, 14, 28, 91, 182, 364].map((days) => days * DAY);

const day = dateFormat({ weekday: "short", day: "numeric" });

const longDay = dateFormat({ weekday: "short", day: "numeric", month: "short" });

const date = dateFormat({ day: "numeric", month: "short" });

/** Formats days: with the weekday for a period of up to two weeks, with the month for a longer one. */
function labelOfDays(shown: readonly number[]): (seconds: number) => string {
  const isLong = (shown.at(-1) ?? 0) - (shown[0] ?? 0) > 14 * DAY;
  return (seconds) => (isLong ? date : day)(seconds * 1000);
}

function timeLabel(seconds: number): string {
  return clock(seconds * 1000);
}
