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
  /** Bottom first. */
  series: readonly ChartSeries[];
  /** Of the stream that this one is compared with. */
  previous?: Values | undefined;
  stepMinutes: number;
  height: number;
}
