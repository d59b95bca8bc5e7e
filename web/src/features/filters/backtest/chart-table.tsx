import { longDateTime } from "../../../lib/time/dates";
import classes from "./backtest.module.css";
import type { Bars } from "./backtest-bars";

/** The chart as a table; half hours without hits are left out. */
export function ChartTable({ bars }: { bars: Bars }) {
  const indexes = bars.times.map((_, index) => index);
  const filled = indexes.filter((index) => bars.series.some(({ values }) => (values[index] ?? 0) > 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classes["table"]} tabIndex={0} aria-label="Hits per half hour as a table">
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            {bars.series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map((index) => (
            <tr key={index}>
              <th scope="row">{longDateTime((bars.times[index] ?? 0) * 1000)}</th>
              {bars.series.map(({ key, values }) => (
                <td key={key}>{values[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
