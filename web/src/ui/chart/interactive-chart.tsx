import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type uPlot from "uplot";
import { PlatformIcon } from "../platform-icon";
import classes from "./interactive-chart.module.css";
import { nextStep } from "./next-step";

type Value = number | null | undefined;

/** The values at one step of the x axis. */
export interface StepValues {
  /** Label of the step: "Tue 11 Nov". */
  time: string;
  /** Bottom of the stack first; the key is the platform. */
  parts: readonly { key: string; label: string; value: Value }[];
  total: Value;
  /** Value of the previous stream; undefined if the chart compares with none. */
  previous?: { value: Value } | undefined;
}

/** Called with the step under the cursor, null for none, and the cursor's distance from the left in pixels. */
export type OnCursor = (index: number | null, left: number) => void;

interface InteractiveChartProps {
  /** Accessible name. */
  label: string;
  /** What the values count: "viewers". */
  unit: string;
  height: number;
  /** Number of steps on the x axis. */
  length: number;
  /** Draws the chart; memoised by the caller, because the chart is drawn again whenever this function changes. */
  draw: (element: HTMLElement, onCursor: OnCursor) => uPlot;
  /** Position of a step, as a value of the x axis. */
  positionOf: (step: number) => number;
  valuesAt: (step: number) => StepValues;
  format: (value: number) => string;
}

/** A chart with a cursor that follows the pointer and the arrow keys; the values there are shown and read out. */
export function InteractiveChart(props: InteractiveChartProps) {
  const { label, unit, length, valuesAt, format } = props;
  const [step, setStep] = useState<number | null>(null);
  const { container, tooltip, moveTo } = usePlot(props, setStep);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStep(event.key, step, length);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
    setStep(next);
  };
  const shown = step !== null && step < length ? valuesAt(step) : null;
  const help = "Left and right arrow keys move through it, page keys by ten steps.";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor of the chart is moved with the keyboard
    <section className={classes["chart"]} aria-label={`${label}. ${help}`} tabIndex={0} onKeyDown={onKeyDown}>
      <div ref={container} aria-hidden="true" />
      <div ref={tooltip} className={classes["tooltip"]} aria-hidden="true" hidden={shown === null}>
        {shown && <Tooltip values={shown} format={format} />}
      </div>
      <VisuallyHidden aria-live="polite">{shown && spokenValues(shown, unit, format)}</VisuallyHidden>
    </section>
  );
}

type Format = InteractiveChartProps["format"];

function Tooltip({ values: { time, parts, total, previous }, format }: { values: StepValues; format: Format }) {
  const text = (value: Value) => formatKnown(value, format) ?? "–";
  return (
    <>
      <p className="muted fs-small">{time}</p>
      {parts.length > 1 &&
        parts.toReversed().map(({ key, label, value }) => (
          <p key={key} className={classes["value"]}>
            <PlatformIcon provider={key} size={13} />
            {label}
            <b>{text(value)}</b>
          </p>
        ))}
      <p className={classes["total"]}>
        All <b>{text(total)}</b>
      </p>
      {previous && (
        <p className={classes["before"]}>
          Previous <b>{text(previous.value)}</b>
        </p>
      )}
    </>
  );
}

function spokenValues({ time, parts, total, previous }: StepValues, unit: string, format: Format): string {
  const text = (value: Value) => formatKnown(value, format) ?? "no number";
  const each = parts.length > 1 ? parts.map(({ label, value }) => `${label} ${text(value)}`) : [];
  const before = previous ? [`previous stream ${text(previous.value)}`] : [];
  return `${[`${time}: ${text(total)} ${unit}`, ...each, ...before].join(", ")}.`;
}

function formatKnown(value: Value, format: Format): string | null {
  return value === null || value === undefined ? null : format(value);
}

function usePlot({ draw, height, positionOf }: InteractiveChartProps, onStep: (step: number | null) => void) {
  const container = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const chart = draw(element, (index, left) => {
      onStep(index);
      placeTooltip(tooltip.current, left, element.clientWidth);
    });
    plot.current = chart;
    const resizeObserver = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resizeObserver.observe(element);
    return () => {
      resizeObserver.disconnect();
      chart.destroy();
      plot.current = null;
    };
  }, [draw, height, onStep]);
  const moveTo = (step: number) => {
    const left = plot.current?.valToPos(positionOf(step), "x");
    if (left !== undefined) plot.current?.setCursor({ left, top: 10 });
  };
  return { container, tooltip, moveTo };
}

const TOOLTIP_WIDTH = 192;
const TOOLTIP_GAP = 16;

/** Places the tooltip left of the cursor, or right of the cursor near the left edge of the chart. */
function placeTooltip(tooltip: HTMLElement | null, left: number, width: number): void {
  if (!tooltip) return;
  const before = left - TOOLTIP_WIDTH - TOOLTIP_GAP;
  const x = before >= 0 ? before : Math.min(left + TOOLTIP_GAP, Math.max(width - TOOLTIP_WIDTH, 0));
  tooltip.style.transform = `translateX(${Math.round(x)}px)`;
}
