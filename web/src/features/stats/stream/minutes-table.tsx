import type { ChartSeries } from "../chart/chart-types";
import { meanPerGroup, totals, type Values } from "../chart/stack";
import { count, streamTime } from "../numbers";
import { ScrollTable } from "../scroll-table";

interface MinutesTableProps {
  viewers: readonly ChartSeries[];
  messages: Values;
  stepMinutes: number;
}

const MAX_ROWS = 48;
const SIZES = [1, 2, 5, 10, 15, 30, 60];

/** The charts as a table; each row is the mean of some minutes. */
export function MinutesTable({ viewers, messages, stepMinutes }: MinutesTableProps) {
  const size = groupSize(messages.length);
  const columns = viewers.map(({ key, label, values }) => ({ key, label, values: meanPerGroup(values, size) }));
  const all = meanPerGroup(totals(viewers.map(({ values }) => values)), size);
  const rates = meanPerGroup(messages, size);
  return (
    <ScrollTable label="Viewers as a table">
      <thead>
        <tr>
          <th scope="col">Time</th>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">All</th>
          <th scope="col">Messages a minute</th>
        </tr>
      </thead>
      <tbody>
        {all.map((value, row) => (
          <tr key={streamTime(row * size * stepMinutes)}>
            <th scope="row">{streamTime(row * size * stepMinutes)}</th>
            {columns.map(({ key, values }) => (
              <td key={key}>{count(values[row])}</td>
            ))}
            <td>{count(value)}</td>
            <td>{count(rates[row])}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function groupSize(steps: number): number {
  return SIZES.find((size) => steps / size <= MAX_ROWS) ?? Math.ceil(steps / MAX_ROWS);
}
