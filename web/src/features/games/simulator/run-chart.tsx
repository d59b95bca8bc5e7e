import { useCallback } from "react";
import { InteractiveChart, type OnCursor } from "../../../ui/chart/interactive-chart";
import { formatCount } from "../numbers";
import { CHART_HEIGHT, createPlot } from "./plot";
import { type Expectation, ROUNDS, type Run, STEPS } from "./simulation";

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
