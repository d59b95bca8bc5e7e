import classes from "./sparkline.module.css";

const SMALL: Size = { width: 72, height: 20 };
const MARGIN = 2;

interface Size {
  width: number;
  height: number;
}

interface SparklineProps {
  /** One value a minute, oldest first; null where nothing was measured. */
  values: readonly (number | null)[];
  /** Accessible name. */
  label: string;
  size?: Size;
  /** Platform whose colour the line has; the platform must be named beside the chart. */
  provider?: string;
}

/** Small line chart with a dot at the newest value; nothing for fewer than two values. */
export function Sparkline({ values, label, size = SMALL, provider }: SparklineProps) {
  const points = pointsOf(values, size);
  const { width, height } = size;
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  const first = points[0];
  return (
    <svg
      className={classes["line"]}
      data-provider={provider}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
    >
      <title>{label}</title>
      <polygon className={classes["area"]} points={`${first?.x},${height} ${line} ${last.x},${height}`} />
      <polyline className={classes["stroke"]} points={line} />
      <circle className={classes["dot"]} cx={last.x} cy={last.y} r="2" />
    </svg>
  );
}

interface Point {
  x: number;
  y: number;
}

/** Points of the line, scaled from zero to the maximum; minutes without a value are bridged. */
export function pointsOf(values: readonly (number | null)[], { width, height }: Size = SMALL): Point[] {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const step = (width - 2 * MARGIN) / Math.max(1, values.length - 1);
  return values.flatMap((value, index) =>
    value === null
      ? []
      : [{ x: round(MARGIN + index * step), y: round(height - MARGIN - (value / highest) * (height - 2 * MARGIN)) }],
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
