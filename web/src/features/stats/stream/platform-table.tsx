import { platformName, usePlatforms } from "../../../api/platforms";
import { Panel } from "../../../ui/panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { count, hours, lag, money } from "../numbers";
import { ScrollTable } from "../scroll-table";
import type { PlatformNumbers } from "../stats-types";
import classes from "../table.module.css";

const COLUMNS: readonly { label: string; show: (numbers: PlatformNumbers) => string }[] = [
  { label: "Average", show: (one) => count(one.average_viewers) },
  { label: "Peak", show: (one) => count(one.peak_viewers) },
  { label: "Watched hours", show: (one) => hours(one.watched_minutes) },
  { label: "Messages", show: (one) => count(one.messages) },
  { label: "Chatters", show: (one) => count(one.chatters) },
  { label: "New", show: (one) => count(one.new_chatters) },
  { label: "Follows", show: (one) => count(one.follows) },
  { label: "Subs", show: (one) => count(one.subs) },
  { label: "Value", show: (one) => money(one.value) },
  { label: "Commands", show: (one) => count(one.commands) },
  { label: "Filter hits", show: (one) => count(one.filter_hits) },
  { label: "Lag", show: (one) => lag(one.lag_ms) },
];

/** Table of all numbers of a stream, a row for each platform. */
export function PlatformTable({ platforms }: { platforms: readonly PlatformNumbers[] }) {
  const known = usePlatforms();
  if (platforms.length === 0) return null;
  return (
    <Panel aria-label="Platforms" className={classes["panel"]}>
      <h2>Platforms</h2>
      <ScrollTable label="Numbers by platform">
        <thead>
          <tr>
            <th scope="col">Platform</th>
            {COLUMNS.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {platforms.map((numbers) => (
            <tr key={numbers.provider}>
              <th scope="row">
                <span className="inline-row gap-8">
                  <PlatformIcon provider={numbers.provider} size={14} />
                  {platformName(known, numbers.provider)}
                </span>
              </th>
              {COLUMNS.map(({ label, show }) => (
                <td key={label}>{show(numbers)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Panel>
  );
}
