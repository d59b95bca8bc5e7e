import { IconAlertTriangle, IconPlayerPlay } from "@tabler/icons-react";
import { messageOf } from "../../../api/errors";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Segments } from "../../../ui/buttons/segments";
import type { Backtest, BacktestResult } from "../filter-types";
import { formatCount, formatShare } from "../number-format";
import classes from "./backtest.module.css";
import { type Rules, rulesDiffer, useBacktest, useCancelBacktest } from "./backtest.queries";
import { BacktestChart } from "./backtest-chart";
import { BacktestHits } from "./backtest-hits";
import { type BacktestRun, HOURS, type Run } from "./use-backtest-run";

export function BacktestControls({ backtest }: { backtest: BacktestRun }) {
  return (
    <span className="row gap-6 ml-auto">
      <Segments label="Time range" value={backtest.hours} options={HOURS} onChange={backtest.setHours} />
      <BusyButton
        size="xs"
        leftSection={<IconPlayerPlay size={14} stroke={1.6} />}
        isBusy={backtest.isStarting}
        onClick={backtest.start}
      >
        Run
      </BusyButton>
    </span>
  );
}

/** Dry run of the unsaved rules over the stored chat. */
export function BacktestPanel({ rules, backtest }: { rules: Rules; backtest: BacktestRun }) {
  const { run, error } = backtest;
  return (
    <>
      <p className="small muted mb-12">Tests your unsaved rules on stored chat. Dry run, no one is affected.</p>
      {Boolean(error) && (
        <p className="small red" role="alert">
          {messageOf(error)}
        </p>
      )}
      {!run && !error && <p className="small muted py-8">Run it to see what these rules would catch.</p>}
      {run && <LastRun run={run} isOutdated={rulesDiffer(run.rules, rules)} />}
    </>
  );
}

function LastRun({ run, isOutdated }: { run: Run; isOutdated: boolean }) {
  const { data, error } = useBacktest(run.rules.channelId, run.id);
  if (isOutdated) return <Outdated />;
  if (error && !data) return <p className="small red">{messageOf(error)}</p>;
  if (!data) return null;
  if (data.state === "running") return <Progress channelId={run.rules.channelId} backtest={data} />;
  if (data.state === "cancelled") return <p className="small muted py-8">Cancelled.</p>;
  if (!data.result) return <p className="small red">{data.detail || "The backtest failed. Run it again."}</p>;
  return (
    <>
      <BacktestFigures result={data.result} />
      {data.result.hits.length > 0 && (
        <>
          <BacktestChart result={data.result} hours={data.hours} />
          <BacktestHits result={data.result} isCompared={run.rules.filterId !== null} />
        </>
      )}
    </>
  );
}

function Outdated() {
  return (
    <p className={classes["outdated"]} role="status">
      <IconAlertTriangle size={14} aria-hidden="true" />
      Rules changed since the last run. Run again.
    </p>
  );
}

function Progress({ channelId, backtest }: { channelId: string; backtest: Backtest }) {
  const cancel = useCancelBacktest(channelId);
  const { seen, total } = backtest;
  return (
    <div className="row small gap-12">
      <progress className={classes["bar"]} aria-label="Messages checked" value={seen} max={Math.max(1, total)} />
      <span>
        {formatCount(seen)} of {formatCount(total)}
      </span>
      <BusyButton size="xs" variant="subtle" isBusy={cancel.isPending} onClick={() => cancel.mutate(backtest.id)}>
        Cancel
      </BusyButton>
    </div>
  );
}

function BacktestFigures({ result }: { result: BacktestResult }) {
  const { messages, viewers, hit_messages: hits, hit_viewers: hitViewers, regulars } = result;
  return (
    <dl className={classes["figures"]}>
      <Figure
        value={hits}
        label={`of ${formatCount(messages)} ${messages === 1 ? "message" : "messages"}, ${formatShare(hits, messages)}`}
      />
      <Figure
        value={hitViewers}
        label={`of ${formatCount(viewers)} ${viewers === 1 ? "viewer" : "viewers"}, ${formatShare(hitViewers, viewers)}`}
      />
      <Figure
        value={regulars}
        label={regulars === 0 ? "regulars" : `${regulars === 1 ? "regular" : "regulars"}, check these`}
        needsAttention={regulars > 0}
      />
    </dl>
  );
}

function Figure({ value, label, needsAttention = false }: { value: number; label: string; needsAttention?: boolean }) {
  return (
    <div className="column miw-0">
      <dd className={classes["value"]} data-attention={needsAttention || undefined}>
        {formatCount(value)}
      </dd>
      <dt className="small muted digits">{label}</dt>
    </div>
  );
}
