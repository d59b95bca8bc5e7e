import type { BacktestResult } from "../filter-types";
import { formatCount, formatShare } from "../number-format";
import classes from "./backtest.module.css";

export function BacktestFigures({ result }: { result: BacktestResult }) {
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
    <div className={classes["figure"]}>
      <dd className={classes["value"]} data-attention={needsAttention || undefined}>
        {formatCount(value)}
      </dd>
      <dt className={classes["label"]}>{label}</dt>
    </div>
  );
}
