import { platformName, usePlatforms } from "../../../api/platforms";
import { dayAndTime } from "../../../lib/time/dates";
import { PlatformIcon } from "../../../ui/platform-icon";
import { STATE_LABELS } from "../timer-labels";
import type { Timer, TimerResult } from "../timers";
import classes from "./timer-editor.module.css";

export function LastRun({ timer }: { timer: Timer }) {
  const { last_skip: skip, last_run_at: at, last_results: results } = timer;
  if (skip === null && at === null) return null;
  return (
    <section aria-labelledby="timer-last">
      <h3 id="timer-last">Last run</h3>
      {skip && (
        <p className={classes["skip"]}>
          Skipped {dayAndTime(skip.at)}: {skip.reason}
        </p>
      )}
      {at !== null && <p className={classes["about"]}>Posted {dayAndTime(at)}</p>}
      <ul className={classes["results"]}>
        {results.map((result) => (
          <Result key={result.connection_id} result={result} />
        ))}
      </ul>
    </section>
  );
}

function Result({ result }: { result: TimerResult }) {
  const name = platformName(usePlatforms(), result.provider);
  return (
    <li className={classes["result"]} data-state={result.state}>
      <PlatformIcon provider={result.provider} size={14} label={name} />
      <span className={classes["state"]}>{STATE_LABELS[result.state]}</span>
      <span className={classes["resultText"]}>
        {result.text !== "" && <bdi>{result.text}</bdi>}
        {result.detail !== "" && <span className={classes["note"]}>{result.detail}</span>}
      </span>
    </li>
  );
}
