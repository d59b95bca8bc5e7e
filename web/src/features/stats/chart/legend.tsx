import { PlatformIcon } from "../../../ui/platform-icon";
import type { ChartSeries } from "./chart-types";
import classes from "./legend.module.css";

/** Bottom of the stack first. */
const STACK_ORDER = ["tiktok", "kick", "youtube", "twitch"];

export function inStackOrder<Item extends { provider: string }>(items: readonly Item[]): Item[] {
  const place = ({ provider }: Item) => STACK_ORDER.indexOf(provider);
  return items.toSorted((one, other) => place(one) - place(other));
}

interface LegendProps {
  /** Bottom first. */
  series: readonly Pick<ChartSeries, "key" | "label" | "values">[];
  hasPrevious?: boolean;
}

/** The platforms of a chart with their share. */
export function Legend({ series, hasPrevious = false }: LegendProps) {
  const sums = series.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const all = sums.reduce((sum, value) => sum + value, 0);
  return (
    <ul className={classes["legend"]}>
      {series.toReversed().map(({ key, label }, index) => {
        const sum = sums[series.length - 1 - index] ?? 0;
        return (
          <li key={key}>
            <PlatformIcon provider={key} size={13} />
            {label} <b>{all === 0 ? "–" : `${Math.round((sum / all) * 100)} %`}</b>
          </li>
        );
      })}
      {hasPrevious && (
        <li>
          <svg width="18" height="4" aria-hidden="true">
            <path d="M0 2h18" stroke="currentColor" strokeWidth="1.5" strokeDasharray="3 3" />
          </svg>
          Previous stream
        </li>
      )}
    </ul>
  );
}
