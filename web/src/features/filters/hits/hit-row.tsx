import { IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { longDateTime } from "../../../lib/time/dates";
import { AuthorName } from "../../../ui/chat/author-name";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import classes from "../backtest/backtest.module.css";
import type { BacktestHit, FilterHit } from "../filter-types";
import { stepLabel } from "../penalties/ladder";
import { MarkedText } from "./marked-text";

interface HitRowProps {
  hit: Pick<BacktestHit | FilterHit, "provider" | "viewer_name" | "text" | "reason" | "spans" | "step">;
  at: string;
  colour?: string;
  /** Nothing was done: it only says what would have been. */
  isShadow?: boolean;
  /** What else is to be known about it. */
  children?: ReactNode;
}

/** What somebody said, with what was caught marked, and what it brought. */
export function HitRow({ hit, at, colour = "", isShadow = false, children }: HitRowProps) {
  return (
    <li className={classes["hit"]}>
      <HitTime at={at} />
      <PlatformIcon provider={hit.provider} size={14} label={hit.provider} />
      <div className={classes["said"]}>
        <AuthorName name={hit.viewer_name} colour={colour} />: <MarkedText text={hit.text} spans={hit.spans} />
        {/* Where no words can be marked, the whole message did it: then only the reason says how. */}
        {hit.spans.length === 0 && <div className={classes["reason"]}>{hit.reason}</div>}
        {children}
      </div>
      <span className={classes["action"]}>
        {stepLabel(hit.step)}
        {isShadow && (
          <Tag>
            <IconEye size={13} aria-hidden="true" />
            Shadow
          </Tag>
        )}
      </span>
    </li>
  );
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** The time, and the day where it is not today. */
function HitTime({ at }: { at: string }) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return (
    <time className={classes["time"]} dateTime={at} title={longDateTime(at)}>
      {clock.format(moment)}
      {!isToday && <span className={classes["day"]}>{day.format(moment)}</span>}
    </time>
  );
}
