import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { timeOrDay } from "../../../lib/time/dates";
import { type PointHolder, pointNumber } from "../../../session/points/points";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Segments } from "../../../ui/buttons/segments";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { type Entry, entriesQuery, useUndoEntry } from "../points.queries";
import { deltaLabel, type EntryFilter, entryTitle, isShown } from "./entry-labels";
import classes from "./viewer-points.module.css";

const FILTERS = [
  { value: "all", label: "All" },
  { value: "earned", label: "Earned" },
  { value: "games", label: "Games" },
  { value: "hand", label: "By hand" },
] as const;

interface HistoryProps {
  holder: PointHolder;
  canManage: boolean;
  onAdjust: () => void;
}

export function History({ holder, canManage, onAdjust }: HistoryProps) {
  const [filter, setFilter] = useState<EntryFilter>("all");
  const query = useInfiniteQuery(entriesQuery(holder));
  const entries = query.data?.pages.flatMap((page) => page.records);
  const shown = entries?.filter((entry) => isShown(entry, filter));
  return (
    <>
      <div className="row gap-8 wrap between">
        <Segments label="Shown" value={filter} options={FILTERS} onChange={setFilter} />
        {canManage && (
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={onAdjust}>
            Add or take
          </Button>
        )}
      </div>
      {!entries && query.error && (
        <ErrorPanel isBare error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      )}
      {!entries && !query.error && <SkeletonRows count={5} />}
      {shown?.length === 0 && <p className={classes["empty"]}>Nothing yet</p>}
      {shown && shown.length > 0 && (
        <div className={classes["columns"]} aria-hidden="true">
          <span>Time</span>
          <span>Reason</span>
          <span className={classes["after"]}>Change</span>
          <span className={classes["after"]}>Balance</span>
        </div>
      )}
      {shown && (
        <ol className="plain-list">
          {shown.map((entry) => (
            <EntryRow key={entry.id} channelId={holder.channelId} entry={entry} canManage={canManage} />
          ))}
        </ol>
      )}
      <ShowOlder pages={query} label="Older" />
      <p className={classes["note"]}>Undo adds the opposite line; nothing is ever erased.</p>
    </>
  );
}

interface EntryRowProps {
  channelId: string;
  entry: Entry;
  canManage: boolean;
}

function EntryRow({ channelId, entry, canManage }: EntryRowProps) {
  const undo = useUndoEntry(channelId);
  const platforms = usePlatforms();
  const isUndone = entry.undone_by_id !== null;
  return (
    <li className={classes["entry"]} data-undone={isUndone || undefined} tabIndex={-1}>
      <time dateTime={entry.created_at}>{timeOrDay(entry.created_at, Date.now())}</time>
      <span className="miw-0">
        <span className={classes["title"]}>{entryTitle(entry)}</span>
        <span className={classes["detail"]}>
          <PlatformIcon provider={entry.provider} size={12} />
          <bdi>{entry.note || platformName(platforms, entry.provider)}</bdi>
        </span>
      </span>
      <span className={classes["delta"]}>{deltaLabel(entry.delta)}</span>
      <span className={classes["after"]}>{pointNumber(entry.balance)}</span>
      {isUndone && <span className={classes["undone"]}>Undone</span>}
      {!isUndone && entry.can_undo && canManage && (
        <BusyButton
          size="xs"
          variant="default"
          isBusy={undo.isPending}
          aria-label={`Undo ${entryTitle(entry)}, ${deltaLabel(entry.delta)}`}
          onClick={() => undo.mutate(entry.id)}
        >
          Undo
        </BusyButton>
      )}
    </li>
  );
}
