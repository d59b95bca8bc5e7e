import { Button } from "@mantine/core";
import { useCallback, useMemo, useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { InteractiveChart, type OnCursor } from "../../../ui/chart/interactive-chart";
import { Panel } from "../../../ui/panel";
import type { ChartSeries, SeriesChartProps } from "../chart/chart-types";
import { inStackOrder, Legend } from "../chart/legend";
import { createPlot } from "../chart/plot";
import { meanPerGroup, sumPerGroup, totals, type Values } from "../chart/stack";
import { count, lag, money, streamTime } from "../numbers";
import { ScrollTable } from "../scroll-table";
import type { StreamDetail } from "../stats-types";
import { Figures } from "./figures";
import { PlatformTable } from "./platform-table";
import classes from "./stream-view.module.css";
import { TopList } from "./top-list";

interface StreamViewProps {
  stream: StreamDetail;
  against: StreamDetail | undefined;
}

const VIEWERS_HEIGHT = 290;
const MESSAGES_HEIGHT = 210;

export function StreamView({ stream, against }: StreamViewProps) {
  const [isTable, setIsTable] = useState(false);
  const { viewers, messages, before } = useCharts(stream, against);
  const { numbers } = stream;
  return (
    <>
      <Figures numbers={numbers} before={against?.numbers} />
      <Panel className={classes["viewers"]} aria-label="Viewers">
        <header className={classes["header"]}>
          <h2>Viewers</h2>
          <Legend series={viewers} hasPrevious={against !== undefined} />
          <Button size="xs" variant="subtle" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? "Show chart" : "Show table"}
          </Button>
        </header>
        {isTable ? (
          <MinutesTable viewers={viewers} messages={messages[0]?.values ?? []} stream={stream} />
        ) : (
          <SeriesChart
            label="Viewers by platform"
            unit="viewers"
            kind="area"
            series={viewers}
            previous={before?.viewers}
            stepMinutes={stream.step_minutes}
            height={VIEWERS_HEIGHT}
          />
        )}
      </Panel>
      <div className={classes["lower"]}>
        <Panel className={classes["messages"]} aria-label="Messages a minute">
          <header className={classes["header"]}>
            <h2>Messages a minute</h2>
            <span className="muted fs-small digits">{rateSummary(messages[0]?.values ?? [], stream.step_minutes)}</span>
          </header>
          <SeriesChart
            label="Messages a minute"
            unit="messages"
            kind="bars"
            series={messages}
            previous={before?.messages}
            stepMinutes={stream.step_minutes}
            height={MESSAGES_HEIGHT}
          />
          <dl className={classes["facts"]}>
            <Fact label="Filter hits" value={count(numbers.filter_hits)} />
            <Fact label="Commands run" value={count(numbers.commands)} />
            <Fact label="Value" value={money(numbers.value)} />
            <Fact label="Median lag" value={lag(numbers.lag_ms)} />
          </dl>
        </Panel>
        <TopList title="Top chatters" unit="messages" kind="chatters" records={stream.top_chatters} />
        <TopList title="Top emotes" unit="times" kind="emotes" records={stream.top_emotes} />
        <TopList title="Commands" unit="uses" kind="commands" records={stream.top_commands} />
      </div>
      <PlatformTable platforms={stream.platforms} />
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function useCharts(stream: StreamDetail, against: StreamDetail | undefined) {
  const platforms = usePlatforms();
  return useMemo(() => {
    const viewers: ChartSeries[] = inStackOrder(stream.series).map(({ provider, viewers: values }) => ({
      key: provider,
      label: platformName(platforms, provider),
      colour: `--${provider}`,
      values,
    }));
    const messages: ChartSeries[] = [
      { key: "messages", label: "Messages", colour: "--text-3", values: messagesPerMinute(stream) },
    ];
    const before = against && {
      viewers: totals(against.series.map((one) => one.viewers)),
      messages: messagesPerMinute(against),
    };
    return { viewers, messages, before };
  }, [stream, against, platforms]);
}

/** Messages a minute on all platforms in each step, which may be longer than a minute. */
function messagesPerMinute({ series, step_minutes }: StreamDetail): (number | null)[] {
  return totals(series.map(({ messages }) => messages)).map((value) =>
    value === null ? null : Math.round(value / step_minutes),
  );
}

/** Summary of messages a minute: "average 49, peak 89 at 0:48". */
export function rateSummary(values: readonly (number | null)[], stepMinutes: number): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return "";
  const average = Math.round(known.reduce((sum, value) => sum + value, 0) / known.length);
  const peak = Math.max(...known);
  return `average ${count(average)}, peak ${count(peak)} at ${streamTime(values.indexOf(peak) * stepMinutes)}`;
}

/** Chart of numbers over the time of a stream. */
function SeriesChart({ label, unit, kind, series, previous, stepMinutes, height }: SeriesChartProps) {
  const sums = totals(series.map(({ values }) => values));
  const draw = useCallback(
    (element: HTMLElement, onCursor: OnCursor) =>
      createPlot(element, { kind, series, previous, stepMinutes, height }, onCursor),
    [kind, series, previous, stepMinutes, height],
  );
  const valuesAt = (step: number) => ({
    time: `${streamTime(step * stepMinutes)} into the stream`,
    parts: series.map(({ key, label: name, values }) => ({ key, label: name, value: values[step] })),
    total: sums[step],
    previous: previous && { value: previous[step] },
  });
  return (
    <InteractiveChart
      {...{ label, unit, height, draw, valuesAt }}
      length={sums.length}
      positionOf={(step) => step * stepMinutes}
      format={count}
    />
  );
}

interface MinutesTableProps {
  viewers: readonly ChartSeries[];
  messages: Values;
  stream: Pick<StreamDetail, "series" | "step_minutes">;
}

const MAX_ROWS = 48;

const GROUP_SIZES = [1, 2, 5, 10, 15, 30, 60];

/** Table of a stream over time: means of viewers, messages and chatters, sums of commands and filter hits. */
function MinutesTable({ viewers, messages, stream }: MinutesTableProps) {
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
