import { PlatformIcon } from "../../../ui/platform-icon";
import { NO_NUMBER } from "../numbers";
import type { ChartSeries } from "./chart-types";
import classes from "./legend.module.css";
import type { Values } from "./stack";

/** Providers in the order of stacked areas, from the bottom up. */
const STACK_ORDER = ["tiktok", "kick", "youtube", "twitch"];

export function inStackOrder<Item extends { provider: string }>(items: readonly Item[]): Item[] {
  const rank = ({ provider }: Item) => STACK_ORDER.indexOf(provider);
  return items.toSorted((one, other) => rank(one) - rank(other));
}

interface LegendProps {
  /** The series from the bottom up. */
  series: readonly Pick<ChartSeries, "key" | "label" | "values">[];
  hasPrevious?: boolean;
}

/** The platforms of a chart, each with its share of the sum; a dash for a platform without numbers, or if the sum is 0. */
export function Legend({ series, hasPrevious = false }: LegendProps) {
  const all = series.reduce((sum, { values }) => sum + sumOf(values), 0);
  return (
    <ul className={classes["legend"]}>
      {series.toReversed().map(({ key, label, values }) => (
        <li key={key}>
          <PlatformIcon provider={key} size={13} />
          {label} <b>{share(values, all)}</b>
        </li>
      ))}
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

function share(values: Values, all: number): string {
  const isKnown = values.some((value) => value !== null);
  return isKnown && all > 0 ? `${Math.round((sumOf(values) / all) * 100)} %` : NO_NUMBER;
}

function sumOf(values: Values): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
