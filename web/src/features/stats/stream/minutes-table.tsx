import type { ChartSeries } from "../chart/chart-types";
import { meanPerGroup, sumPerGroup, totals, type Values } from "../chart/stack";
import { count, streamTime } from "../numbers";
import { ScrollTable } from "../scroll-table";
import type { StreamDetail } from "../stats-types";

interface MinutesTableProps {
  viewers: readonly ChartSeries[];
  messages: Values;
  stream: Pick<StreamDetail, "series" | "step_minutes">;
}

const MAX_ROWS = 48;
const GROUP_SIZES = [1, 2, 5, 10, 15, 30, 60];

/** Table of a stream over time: means of viewers, messages and chatters, sums of commands and filter hits. */
export function MinutesTable({ viewers, messages, stream }: MinutesTableProps) {
  const { series, step_minutes: stepMinutes } = stream;
  const size = groupSize(messages.length);
  const columns = viewers.map(({ key, label, values }) => ({ key, label, values: meanPerGroup(values, size) }));
  const all = meanPerGroup(totals(viewers.map(({ values }) => values)), size);
  const rates = meanPerGroup(messages, size);
  const chatters = meanPerGroup(totals(series.map((one) => one.chatters)), size);
  const commands = sumPerGroup(totals(series.map((one) => one.commands)), size);
  const hits = sumPerGroup(totals(series.map((one) => one.filter_hits)), size);
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
          <th scope="col">Chatters a minute</th>
          <th scope="col">Commands</th>
          <th scope="col">Filter hits</th>
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
            <td>{count(chatters[row])}</td>
            <td>{count(commands[row])}</td>
            <td>{count(hits[row])}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function groupSize(steps: number): number {
  return GROUP_SIZES.find((size) => steps / size <= MAX_ROWS) ?? Math.ceil(steps / MAX_ROWS);
}
