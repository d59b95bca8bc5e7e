import { useCallback } from "react";
import { InteractiveChart, type OnCursor } from "../../../ui/chart/interactive-chart";
import { count, streamTime } from "../numbers";
import type { SeriesChartProps } from "./chart-types";
import { createPlot } from "./plot";
import { totals } from "./stack";

/** Chart of numbers over the time of a stream. */
export function SeriesChart({ label, unit, kind, series, previous, stepMinutes, height }: SeriesChartProps) {
  const sums = totals(series.map(({ values }) => values));
  const draw = useCallback(
    (element: HTMLElement, onCursor: OnCursor) =>
      createPlot(element, { kind, series, previous, stepMinutes, height }, onCursor),
    [kind, series, previous, stepMinutes, height],
  );
  const valuesAt = (step: number) => ({
    time: `${streamTime(step * stepMinutes)} into the stream`,
    parts: series.map(({ key, label: name, values }) => ({ key, label: name, value: values[step] })),
    total: sums[step],
    previous: previous && { value: previous[step] },
  });
  return (
    <InteractiveChart
      {...{ label, unit, height, draw, valuesAt }}
      length={sums.length}
      positionOf={(step) => step * stepMinutes}
      format={count}
    />
  );
}
