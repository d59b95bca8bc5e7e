import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type uPlot from "uplot";
import { PlatformIcon } from "../../../ui/platform-icon";
import { count, streamTime } from "../numbers";
import type { ChartSeries, SeriesChartProps } from "./chart-types";
import { createPlot } from "./plot";
import classes from "./series-chart.module.css";
import { totals, type Values } from "./stack";

/** Chart over the time of a stream; arrow keys move a cursor whose values are read out. */
export function SeriesChart(props: SeriesChartProps) {
  const { label, unit, series, previous, stepMinutes } = props;
  const [step, setStep] = useState<number | null>(null);
  const { container, tooltip, moveTo } = usePlot(props, setStep);
  const steps = totals(series.map(({ values }) => values));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStep(event.key, step, steps.length);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
    setStep(next);
  };
  const shown = step !== null && step < steps.length ? step : null;
  const help = "Left and right arrow keys move through the stream, page keys by ten steps.";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor of the chart is moved with the keyboard
    <section className={classes["chart"]} aria-label={`${label}. ${help}`} tabIndex={0} onKeyDown={onKeyDown}>
      <div ref={container} aria-hidden="true" />
      <div ref={tooltip} className={classes["tooltip"]} aria-hidden="true" hidden={shown === null}>
        {shown !== null && <Tooltip {...{ step: shown, stepMinutes, series, previous, total: steps[shown] ?? null }} />}
      </div>
      <VisuallyHidden aria-live="polite">
        {shown !== null && spoken({ step: shown, stepMinutes, series, previous, total: steps[shown] ?? null }, unit)}
      </VisuallyHidden>
    </section>
  );
}

interface StepValues {
  step: number;
  stepMinutes: number;
  series: readonly ChartSeries[];
  previous: Values | undefined;
  total: number | null;
}

function Tooltip({ step, stepMinutes, series, previous, total }: StepValues) {
  return (
    <>
      <p className={classes["time"]}>{streamTime(step * stepMinutes)} into the stream</p>
      {series.length > 1 &&
        series.toReversed().map(({ key, label, values }) => (
          <p key={key} className={classes["value"]}>
            <PlatformIcon provider={key} size={13} />
            {label}
            <b>{count(values[step])}</b>
          </p>
        ))}
      <p className={classes["total"]}>
        All <b>{count(total)}</b>
      </p>
      {previous && (
        <p className={classes["before"]}>
          Previous <b>{count(previous[step])}</b>
        </p>
      )}
    </>
  );
}

function spoken({ step, stepMinutes, series, previous, total }: StepValues, unit: string): string {
  const parts = series.length > 1 ? series.map(({ label, values }) => `${label} ${known(values[step])}`) : [];
  const before = previous ? [`previous stream ${known(previous[step])}`] : [];
  const time = streamTime(step * stepMinutes);
  return `${[`${time}: ${known(total)} ${unit}`, ...parts, ...before].join(", ")}.`;
}

function known(value: number | null | undefined): string {
  return value === null || value === undefined ? "no number" : count(value);
}

/** Step after a key was pressed; undefined for other keys. */
export function nextStep(key: string, step: number | null, length: number): number | undefined {
  const from = step ?? -1;
  const target = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    PageDown: from + 10,
    PageUp: from - 10,
    Home: 0,
    End: length - 1,
  }[key];
  return target === undefined || length === 0 ? undefined : Math.min(Math.max(target, 0), length - 1);
}

function usePlot(props: SeriesChartProps, onStep: (step: number | null) => void) {
  const container = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const { kind, series, previous, stepMinutes, height } = props;
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const chart = createPlot(element, { kind, series, previous, stepMinutes, height }, (index, left) => {
      onStep(index);
      place(tooltip.current, left, element.clientWidth);
    });
    plot.current = chart;
    const resizeObserver = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resizeObserver.observe(element);
    return () => {
      resizeObserver.disconnect();
      chart.destroy();
      plot.current = null;
    };
  }, [kind, series, previous, stepMinutes, height, onStep]);
  const moveTo = (step: number) => {
    const left = plot.current?.valToPos(step * stepMinutes, "x");
    if (left !== undefined) plot.current?.setCursor({ left, top: 10 });
  };
  return { container, tooltip, moveTo };
}

const TOOLTIP_WIDTH = 192;
const TOOLTIP_GAP = 16;

/** Left of the cursor, or right of it near the left edge. */
function place(tooltip: HTMLElement | null, left: number, width: number): void {
  if (!tooltip) return;
  const before = left - TOOLTIP_WIDTH - TOOLTIP_GAP;
  const x = before >= 0 ? before : Math.min(left + TOOLTIP_GAP, Math.max(width - TOOLTIP_WIDTH, 0));
  tooltip.style.transform = `translateX(${Math.round(x)}px)`;
}
