import { IconCheck } from "@tabler/icons-react";
import { useId } from "react";
import { platformName, usePlatforms, writablePlatforms } from "../../../api/platforms";
import { joinNames } from "../../../lib/text/join-names";
import { relativeAge, secondsBetween } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { Panel } from "../../../ui/panel";
import { entriesIn } from "../entries";
import classes from "../queue.module.css";
import type { Entry } from "../queue-types";
import { PersonRow } from "./person-row";
import type { SideProps } from "./side-props";
import { StateButton } from "./state-button";

export function CalledPanel({ path, data, canManage }: SideProps) {
  const id = useId();
  const called = entriesIn(data.records, "called");
  const now = useNow(called.length > 0);
  const seconds = data.queue.answer_seconds;
  return (
    <Panel className="rigid" aria-labelledby={id}>
      <header className={classes["partHead"]}>
        <h2 id={id} className="body fw-600">
          Called
        </h2>
        <span className="badge digits">{called.length}</span>
        {seconds > 0 && called.length > 0 && <span className="small muted digits ml-auto">seconds left to answer</span>}
      </header>
      {called.length === 0 && <p className={classes["nobody"]}>Nobody is called. “Next” calls the first who wait.</p>}
      <ul className="plain-list">
        {called.map((entry) => (
          <PersonRow
            key={entry.id}
            entry={entry}
            hasManyButtons={canManage}
            fact={entry.answered_at ? "here" : relativeAge(entry.called_at ?? entry.joined_at, now)}
            leading={<Answer entry={entry} seconds={seconds} now={now} />}
          >
            {canManage && (
              <>
                <StateButton path={path} entry={entry} state="playing" label="Playing" />
                <StateButton path={path} entry={entry} state="skipped" label="Skip" />
                <StateButton path={path} entry={entry} state="no_show" label="No show" />
              </>
            )}
          </PersonRow>
        ))}
      </ul>
      {canManage && called.length > 0 && <CalledHelp called={called} />}
    </Panel>
  );
}

function Answer({ entry, seconds, now }: { entry: Entry; seconds: number; now: number }) {
  if (entry.answered_at || seconds === 0) {
    return (
      <IconCheck
        className={classes["answered"]}
        data-here={entry.answered_at !== null || undefined}
        size={18}
        aria-hidden="true"
      />
    );
  }
  return <AnswerRing left={Math.max(0, seconds - secondsBetween(entry.called_at ?? "", now))} total={seconds} />;
}

/** Explains the buttons, and names called viewers whose chat the bot can't write to. */
function CalledHelp({ called }: { called: readonly Entry[] }) {
  const platforms = usePlatforms();
  const writable = new Set<string>(writablePlatforms(platforms).map(({ provider }) => provider));
  const unreachable = called.filter(({ provider }) => !writable.has(provider));
  const names = [...new Set(unreachable.map(({ provider }) => platformName(platforms, provider)))];
  return (
    <p className="small muted digits line-above pb-12 px-16 pt-10">
      Skip lets a viewer join again at once and returns their points; No show counts as a turn.
      {unreachable.length > 0 && (
        <>
          {" "}
          {joinNames(names)} chat can only be read, so say <bdi>{unreachable.map(({ name }) => name).join(", ")}</bdi>{" "}
          aloud.
        </>
      )}
    </p>
  );
}

const RADIUS = 13;

const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

const FEW_SECONDS = 10;

/** Seconds that are left to answer, as a number and as a part of a circle. */
function AnswerRing({ left, total }: { left: number; total: number }) {
  return (
    <svg
      className={classes["ring"]}
      data-few={left <= FEW_SECONDS || undefined}
      width={32}
      height={32}
      viewBox="0 0 32 32"
      role="img"
      aria-label={`${left} seconds left`}
    >
      <circle className={classes["ringTrack"]} cx={16} cy={16} r={RADIUS} />
      <circle
        className={classes["ringLeft"]}
        cx={16}
        cy={16}
        r={RADIUS}
        strokeDasharray={`${(CIRCUMFERENCE * left) / total} ${CIRCUMFERENCE}`}
        transform="rotate(-90 16 16)"
      />
      <text x={16} y={20} textAnchor="middle">
        {left}
      </text>
    </svg>
  );
}
