import type { Values } from "./stack";

export interface ChartSeries {
  /** Provider, or "messages" in the chart of messages. */
  key: string;
  label: string;
  /** Colour token: "--twitch". */
  colour: string;
  values: Values;
}

export interface SeriesChartProps {
  label: string;
  /** Unit of the values: "viewers". */
  unit: string;
  kind: "area" | "bars";
  /** The series from the bottom up. */
  series: readonly ChartSeries[];
  /** Values of the stream to compare with, drawn as a dashed line. */
  previous?: Values | undefined;
  stepMinutes: number;
  height: number;
}
