import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowBackUp, IconCheck, IconHistory } from "@tabler/icons-react";
import { useId } from "react";
import { clockDuration, secondsBetween, shortAge } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { Avatar } from "../../../ui/avatar";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { RowMenu } from "../../../ui/list/row-menu";
import { Panel } from "../../../ui/panel";
import { entriesIn, finishedOf } from "../entries";
import { PlatformMark } from "../platform-mark";
import classes from "../queue.module.css";
import { resultLabel } from "../queue-labels";
import type { Entry } from "../queue-types";
import { type QueuePath, useChangeState, useFinishRound } from "../queues.queries";
import { TurnsDialog } from "../waiting/turns-dialog";
import { CalledPanel } from "./called-panel";
import { PersonRow } from "./person-row";
import type { SideProps } from "./side-props";
import { StateButton } from "./state-button";

export function SidePanels(props: SideProps) {
  return (
    <div className={classes["side"]}>
      <PlayingPanel {...props} />
      <CalledPanel {...props} />
      <FinishedPanel {...props} />
    </div>
  );
}

function PlayingPanel({ path, data, canManage }: SideProps) {
  const id = useId();
  const playing = entriesIn(data.records, "playing");
  const { mutate, isPending } = useFinishRound(path);
  return (
    <Panel className="rigid" aria-labelledby={id}>
      <header className={classes["partHead"]}>
        <h2 id={id} className="body fw-600">
          Now playing
        </h2>
        {playing[0]?.started_at && <Elapsed since={playing[0].started_at} round={playing[0].round} />}
        {canManage && playing.length > 0 && (
          <span className="row gap-8 wrap ml-auto">
            <BusyButton size="xs" leftSection={<IconCheck size={14} />} isBusy={isPending} onClick={() => mutate()}>
              All done
            </BusyButton>
          </span>
        )}
      </header>
      {playing.length === 0 && <p className={classes["nobody"]}>Nobody is playing.</p>}
      <ul className="plain-list">
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

const AGE_INTERVAL_MS = 20_000;

function FinishedPanel({ path, data, canManage }: SideProps) {
  const id = useId();
  const finished = finishedOf(data.records);
  const now = useNow(true, AGE_INTERVAL_MS);
  return (
    <Panel className="rigid" aria-labelledby={id}>
      <header className={classes["partHead"]}>
        <h2 id={id} className="body fw-600">
          Done
        </h2>
        <span className="badge digits">{data.queue.counts.finished}</span>
        <span className="small muted digits ml-auto">this session</span>
      </header>
      {finished.length === 0 && <p className={classes["nobody"]}>Nobody has had a turn yet.</p>}
      <ul className="plain-list">
        {finished.map((entry) => (
          <li key={entry.id} className={classes["finishedRow"]}>
            <PlatformMark provider={entry.provider} />
            <bdi className="truncate fw-500">{entry.name}</bdi>
            <span className={classes["quiet"]}>{resultLabel(entry)}</span>
            <span className="muted fs-small digits nowrap ml-auto">{shortAge(entry.finished_at ?? "", now)}</span>
            <FinishedMenu path={path} entry={entry} canManage={canManage} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function FinishedMenu({ path, entry, canManage }: { path: QueuePath; entry: Entry; canManage: boolean }) {
  const { mutate } = useChangeState(path);
  const [isHistory, history] = useDisclosure();
  return (
    <>
      <RowMenu label={`Actions for ${entry.name}`}>
        {canManage && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => mutate({ entry, state: "waiting" })}>
            Back to the front
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={history.open}>
          History
        </Menu.Item>
      </RowMenu>
      {isHistory && <TurnsDialog path={path} entry={entry} onClose={history.close} />}
    </>
  );
}
