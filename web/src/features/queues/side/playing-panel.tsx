import { IconCheck } from "@tabler/icons-react";
import { useId } from "react";
import { clockDuration, secondsBetween } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { Avatar } from "../../../ui/avatar";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Panel } from "../../../ui/panel";
import { entriesIn } from "../entries";
import classes from "../queue.module.css";
import { useFinishRound } from "../queues.queries";
import { PersonRow } from "./person-row";
import type { SideProps } from "./side-props";
import { StateButton } from "./state-button";

export function PlayingPanel({ path, data, canManage }: SideProps) {
  const id = useId();
  const playing = entriesIn(data.records, "playing");
  const { mutate, isPending } = useFinishRound(path);
  return (
    <Panel className={classes["part"] ?? ""} aria-labelledby={id}>
      <header className={classes["partHead"]}>
        <h2 id={id} className={classes["heading"]}>
          Now playing
        </h2>
        {playing[0]?.started_at && <Elapsed since={playing[0].started_at} round={playing[0].round} />}
        {canManage && playing.length > 0 && (
          <span className={classes["tools"]}>
            <BusyButton size="xs" leftSection={<IconCheck size={14} />} isBusy={isPending} onClick={() => mutate()}>
              All done
            </BusyButton>
          </span>
        )}
      </header>
      {playing.length === 0 && <p className={classes["nobody"]}>Nobody is playing.</p>}
      <ul className={classes["people"]}>
        {playing.map((entry) => (
          <PersonRow key={entry.id} entry={entry} leading={<Avatar name={entry.name} src={entry.avatar_url} />}>
            {canManage && <StateButton path={path} entry={entry} state="done" label="Done" />}
          </PersonRow>
        ))}
      </ul>
    </Panel>
  );
}

function Elapsed({ since, round }: { since: string; round: number | null }) {
  const time = clockDuration(secondsBetween(since, useNow())).replace(/^0:/, "");
  return <span className={classes["quiet"]}>{round === null ? time : `Round ${round}, ${time}`}</span>;
}
