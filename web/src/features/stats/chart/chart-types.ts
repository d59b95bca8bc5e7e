import type { Values } from "./stack";

export interface ChartSeries {
  /** The platform, or another key for a chart of one series. */
  key: string;
  label: string;
  /** Colour token: "--twitch". */
  colour: string;
  values: Values;
}

export interface SeriesChartProps {
  label: string;
  /** What one value is: "viewers". */
  unit: string;
  kind: "area" | "bars";
  /** The lowest series first. */
  series: readonly ChartSeries[];
  /** Values of the stream that this one is compared with. */
  previous?: Values | undefined;
  stepMinutes: number;
  height: number;
}
