import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ModerationEntry } from "../../api/moderation";
import { useUndo } from "../../session/moderation";
import { moderationLogQuery } from "../../session/moderation-log";
import { ErrorPanel } from "../../ui/error-panel";
import { EntryRow } from "../../ui/moderation-entry";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./viewer-card.module.css";
import type { Card } from "./viewers.queries";

/** What was done with this account; kept live by the moderation topic. */
export function useHistory({ channelId, provider, viewerId }: Card) {
  const log = useInfiniteQuery(moderationLogQuery(channelId, { provider, viewerId }));
  return { log, entries: log.data?.pages.flatMap(({ records }) => records) };
}

export function ViewerHistory({ card }: { card: Card }) {
  const { log, entries } = useHistory(card);
  if (log.isError && !entries) return <ErrorPanel isBare error={log.error} onRetry={() => void log.refetch()} />;
  if (!entries) return <SkeletonRows count={2} label="Loading the history" />;
  if (entries.length === 0) return <p className={classes["empty"]}>Nothing has happened with this account.</p>;
  return (
    <>
      {entries.map((entry) => (
        <Entry key={entry.id} channelId={card.channelId} entry={entry} />
      ))}
      {log.hasNextPage && (
        <Button fullWidth size="xs" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

function Entry({ channelId, entry }: { channelId: string; entry: ModerationEntry }) {
  const undo = useUndo(channelId);
  const wayBack = entry.can_undo && (
    <button
      type="button"
      className={classes["undo"]}
      aria-disabled={undo.isPending || undefined}
      onClick={() => undo.mutate(entry)}
    >
      {undo.isPending ? "Undoing" : "Undo"}
    </button>
  );
  return <EntryRow entry={entry} isQuoting wayBack={wayBack} />;
}
