import { useCallback } from "react";
import { numberFormat } from "../../../lib/locale";
import { InteractiveChart, type OnCursor } from "../../../ui/chart/interactive-chart";
import { formatCount } from "../numbers";
import { type Expectation, ROUNDS, type Run, STEPS } from "./simulation";
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";

interface RunChartProps {
  run: Run;
  expected: Expectation;
}

export function RunChart({ run, expected }: RunChartProps) {
  const draw = useCallback(
    (element: HTMLElement, onCursor: OnCursor) => createPlot(element, run, expected, onCursor),
    [run, expected],
  );
  return (
    <InteractiveChart
      label={`House balance over ${formatCount(ROUNDS)} rounds, ends at ${formatCount(run.house.at(-1) ?? 0)}`}
      unit="for the house"
      height={CHART_HEIGHT}
      length={STEPS + 1}
      draw={draw}
      positionOf={(step) => (step * ROUNDS) / STEPS}
      valuesAt={(step) => ({
        time: `After ${formatCount((step * ROUNDS) / STEPS)} rounds`,
        parts: [],
        total: run.house[step],
      })}
      format={(value) => formatCount(Math.round(value))}
    />
  );
}

const CHART_HEIGHT = 260;

const AXIS_WIDTH = 52;

const compact = numberFormat({ notation: "compact", maximumFractionDigits: 1 });

/** Chart of the house's balance in one run, drawn over the band in which 95 of 100 runs lie. */
function createPlot(element: HTMLElement, run: Run, expected: Expectation, onCursor: OnCursor): uPlot {
  const rounds = Array.from({ length: STEPS + 1 }, (_, step) => (step * ROUNDS) / STEPS);
  const columns = [expected.high, expected.low, expected.mean, run.house].map((column) => [...column]);
  return new uPlot(plotOptions(element, onCursor), [rounds, ...columns], element);
}

function plotOptions(element: HTMLElement, onCursor: OnCursor): uPlot.Options {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: token("--text-3"), font: `11px ${style.fontFamily}`, ticks: { show: false } };
  const hidden = { show: false };
  return {
    width: element.clientWidth,
    height: CHART_HEIGHT,
    padding: [8, 24, 0, 0],
    legend: hidden,
    cursor: { y: false, drag: { x: false, y: false }, points: hidden },
    scales: { x: { time: false } },
    axes: [
      { ...axis, size: 24, grid: hidden, space: 80, values: (_chart, values) => values.map(formatCount) },
      {
        ...axis,
        size: AXIS_WIDTH,
        grid: { stroke: token("--line"), width: 1 },
        space: 40,
        values: (_chart, values) => values.map((value) => compact(value).toLowerCase().replace("-", "−")),
      },
    ],
    bands: [{ series: [1, 2], fill: token("--raised-hover") }],
    series: [
      {},
      { width: 0, points: hidden },
      { width: 0, points: hidden },
      { stroke: token("--text-2"), width: 1.25, dash: [3, 4], points: hidden },
      { stroke: token("--amber"), width: 1.5, points: hidden },
    ],
    hooks: { setCursor: [(chart) => onCursor(chart.cursor.idx ?? null, chart.cursor.left ?? 0)] },
  };
}
