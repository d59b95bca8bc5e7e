import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dayAndTime, mediumDate } from "../../../lib/time/dates";
import { Dialog } from "../../../ui/dialogs/dialog";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { PlatformMark } from "../platform-mark";
import classes from "../queue.module.css";
import { resultLabel } from "../queue-labels";
import type { Entry, ViewerTurns } from "../queue-types";
import { type QueuePath, turnsQuery } from "../queues.queries";

interface TurnsDialogProps {
  path: QueuePath;
  entry: Entry;
  onClose: () => void;
}

/** A viewer's latest turns in this queue, those of linked accounts included. */
export function TurnsDialog({ path, entry, onClose }: TurnsDialogProps) {
  const query = useQuery(turnsQuery(path, entry));
  return (
    <Dialog opened onClose={onClose} title={`History of ${entry.name}`} size={420}>
      {query.data ? (
        <Turns turns={query.data} />
      ) : query.error ? (
        <ErrorPanel isBare error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <SkeletonRows count={4} label="Loading history" />
      )}
    </Dialog>
  );
}

function Turns({ turns: { played, no_shows, last_played_at, turns } }: { turns: ViewerTurns }) {
  const facts = [
    played === 0 ? "Has not played here yet" : `Played ${played} ×`,
    last_played_at && `last on ${mediumDate(last_played_at)}`,
    no_shows > 0 && `${no_shows} × no show`,
  ];
  return (
    <>
      <Text c="dimmed">{facts.filter(Boolean).join(", ")}</Text>
      <ul className={classes["turns"]}>
        {turns.map((turn) => (
          <li key={turn.id} className={classes["finishedRow"]}>
            <PlatformMark provider={turn.provider} />
            <bdi>{turn.name}</bdi>
            <span className={classes["quiet"]}>{resultLabel(turn)}</span>
            <span className="muted fs-small digits nowrap ml-auto">
              {dayAndTime(turn.finished_at ?? turn.joined_at)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
