import { mediumDate } from "../../../lib/time/dates";
import { count, hours, money } from "../numbers";
import { ScrollTable } from "../scroll-table";
import type { Point, Stats } from "../stats-types";

const COLUMNS: readonly { label: string; show: (point: Point) => string }[] = [
  { label: "Streams", show: (one) => count(one.streams) },
  { label: "Hours live", show: (one) => hours(one.live_minutes) },
  { label: "Average viewers", show: (one) => count(one.average_viewers) },
  { label: "Peak", show: (one) => count(one.peak_viewers) },
  { label: "Watched hours", show: (one) => hours(one.watched_minutes) },
  { label: "Messages", show: (one) => count(one.messages) },
  { label: "Follows", show: (one) => count(one.follows) },
  { label: "Subs", show: (one) => count(one.subs) },
  { label: "Value", show: (one) => money(one.value) },
];

/** Table of the days, weeks or months of a period that have a stream, newest first. */
export function PeriodTable({ stats }: { stats: Stats }) {
  return (
    <ScrollTable label="Numbers over time">
      <thead>
        <tr>
          <th scope="col">{stats.step === "day" ? "Day" : `${stats.step === "week" ? "Week" : "Month"} from`}</th>
          {COLUMNS.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stats.points.toReversed().map((point) => (
          <tr key={point.first_day}>
            <th scope="row">{mediumDate(`${point.first_day}T00:00`)}</th>
            {COLUMNS.map(({ label, show }) => (
              <td key={label}>{show(point)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
