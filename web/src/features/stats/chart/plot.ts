import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import type { OnCursor } from "../../../ui/chart/interactive-chart";
import { shortCount, streamTime } from "../numbers";
import type { SeriesChartProps } from "./chart-types";
import { stackedTops, totals } from "./stack";

type PlotOptions = Pick<SeriesChartProps, "kind" | "series" | "previous" | "stepMinutes" | "height">;

const HOUR = 60;
const AXIS_WIDTH = 44;

export function createPlot(element: HTMLElement, options: PlotOptions, onCursor: OnCursor): uPlot {
  const { kind, series, previous, stepMinutes } = options;
  const values = series.map((one) => one.values);
  const steps = totals(values).map((_, step) => step * stepMinutes);
  // The highest area is drawn first, and each lower area covers a part of it.
  const tops = kind === "area" ? stackedTops(values).toReversed() : values;
  const before = previous ? [steps.map((_, step) => previous[step] ?? null)] : [];
  const data: uPlot.AlignedData = [steps, ...tops.map((top) => [...top]), ...before];
  return new uPlot(plotOptions(element, options, onCursor), data, element);
}

function plotOptions(element: HTMLElement, options: PlotOptions, onCursor: OnCursor): uPlot.Options {
  const { kind, series, previous, height } = options;
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const drawn = kind === "area" ? series.toReversed() : series;
  return {
    width: element.clientWidth,
    height,
    padding: [8, 16, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 8, fill: (_chart, index) => pointFill(drawn, index, token) },
    },
    scales: { x: { time: false }, y: { range: (_chart, _low, high) => [0, Math.max(4, high * 1.08)] } },
    axes: axes(token, `11px ${style.fontFamily}`),
    series: [
      {},
      ...drawn.map(({ colour }) => (kind === "area" ? area(token(colour), token("--panel")) : bars(token(colour)))),
      ...(previous ? [dashed(token("--text-2"))] : []),
    ],
    hooks: { setCursor: [(chart) => onCursor(chart.cursor.idx ?? null, chart.cursor.left ?? 0)] },
  };
}

function pointFill(drawn: PlotOptions["series"], index: number, token: (name: string) => string): string {
  return token(drawn[index - 1]?.colour ?? "--text-2");
}

function axes(token: (name: string) => string, font: string): uPlot.Axis[] {
  const axis = { stroke: token("--text-3"), font, ticks: { show: false } };
  return [
    {
      ...axis,
      size: 24,
      grid: { show: false },
      space: 64,
      incrs: [1, 2, 5, 10, 15, 30, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR],
      values: (_chart, minutes) => minutes.map(streamTime),
    },
    {
      ...axis,
      size: AXIS_WIDTH,
      grid: { stroke: token("--line"), width: 1 },
      space: 40,
      incrs: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000],
      values: (_chart, numbers) => numbers.map(shortCount),
    },
  ];
}

function area(colour: string, background: string): uPlot.Series {
  return { stroke: colour, width: 1.5, fill: blend(colour, background), points: { show: false } };
}

function bars(colour: string): uPlot.Series {
  const paths = uPlot.paths.bars?.({ size: [0.7, 8], radius: 0.2 });
  return { fill: colour, width: 0, points: { show: false }, ...(paths ? { paths } : {}) };
}

function dashed(colour: string): uPlot.Series {
  return { stroke: colour, width: 1.25, dash: [3, 4], points: { show: false } };
}

/** Mixes a third of the colour with the background. The result is opaque, because areas cover each other. */
function blend(colour: string, background: string): string {
  return `color-mix(in srgb, ${colour} 33%, ${background})`;
}
