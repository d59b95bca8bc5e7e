import type { BacktestResult } from "../filter-types";
import classes from "./backtest.module.css";
import { formatCount, formatShare } from "./number-format";

export function BacktestFigures({ result }: { result: BacktestResult }) {
  const { messages, viewers, hit_messages: caught, hit_viewers: touched, regulars } = result;
  return (
    <dl className={classes["figures"]}>
      <Figure
        value={caught}
        words={`of ${formatCount(messages)} ${messages === 1 ? "message" : "messages"}, ${formatShare(caught, messages)}`}
      />
      <Figure
        value={touched}
        words={`of ${formatCount(viewers)} ${viewers === 1 ? "viewer" : "viewers"}, ${formatShare(touched, viewers)}`}
      />
      <Figure
        value={regulars}
        words={regulars === 0 ? "regulars" : `${regulars === 1 ? "regular" : "regulars"}, have a look`}
        isAttention={regulars > 0}
      />
    </dl>
  );
}

function Figure({ value, words, isAttention = false }: { value: number; words: string; isAttention?: boolean }) {
  return (
    <div className={classes["figure"]}>
      <dd className={classes["value"]} data-attention={isAttention || undefined}>
        {formatCount(value)}
      </dd>
      <dt className={classes["words"]}>{words}</dt>
    </div>
  );
}
