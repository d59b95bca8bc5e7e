import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import { Panel } from "../../../ui/panel";
import { change, count, hours } from "../numbers";
import type { StreamNumbers } from "../stats-types";
import classes from "./figures.module.css";

interface FiguresProps {
  numbers: StreamNumbers;
  /** Numbers of the stream or period to compare with. */
  before?: StreamNumbers | undefined;
}

type Read = (numbers: StreamNumbers) => number | null;

const FIGURES: readonly { label: string; read: Read; show: (value: number | null) => string }[] = [
  { label: "Average viewers", read: (one) => one.average_viewers, show: count },
  { label: "Peak", read: (one) => one.peak_viewers, show: count },
  { label: "Watched hours", read: (one) => one.watched_minutes, show: (value) => hours(value ?? 0) },
  { label: "Messages", read: (one) => one.messages, show: count },
  { label: "Chatters", read: (one) => one.chatters, show: count },
  { label: "Follows", read: (one) => one.follows, show: count },
  { label: "Subs and gifts", read: (one) => one.subs, show: count },
];

/** The main numbers, with their change in per cent. */
export function Figures({ numbers, before }: FiguresProps) {
  return (
    <Panel aria-label="Numbers">
      <dl className={classes["figures"]}>
        {FIGURES.map(({ label, read, show }) => (
          <div key={label} className={classes["figure"]}>
            <dt>{label}</dt>
            <dd>
              <span className={classes["value"]}>{show(read(numbers))}</span>
              <Change percent={change(read(numbers), before && read(before))} />
              <span className={classes["note"]}>{note(label, numbers, before && show(read(before)))}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function note(label: string, numbers: StreamNumbers, before: string | undefined): string {
  if (label === "Chatters") return `${count(numbers.new_chatters)} new`;
  return before === undefined ? "" : `was ${before}`;
}

function Change({ percent }: { percent: number | null }) {
  if (percent === null || percent === 0) return null;
  const Arrow = percent < 0 ? IconArrowDownRight : IconArrowUpRight;
  return (
    <span className={classes["change"]} data-down={percent < 0 || undefined}>
      <Arrow size={13} aria-hidden="true" />
      <span aria-hidden="true">{Math.abs(percent)} %</span>
      <span className="visually-hidden">{`${percent < 0 ? "down" : "up"} ${Math.abs(percent)} per cent`}</span>
    </span>
  );
}
