import { useInfiniteQuery } from "@tanstack/react-query";
import type { ModerationEntry } from "../../../api/moderation";
import { useUndo } from "../../../session/moderation";
import { moderationLogQuery, type ViewerRef } from "../../../session/moderation-log";
import { useUndoable } from "../../../session/undoable";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { EntryRow } from "../../../ui/moderation/moderation-entry";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import classes from "../viewer-card.module.css";
import type { Card } from "../viewers.queries";
import { AccountMark } from "./account-mark";

/** Moderation actions on these accounts; updated by the moderation topic. */
export function useHistory({ channelId }: Card, accounts: readonly ViewerRef[]) {
  const log = useInfiniteQuery(moderationLogQuery(channelId, accounts));
  return { log, entries: log.data?.pages.flatMap(({ records }) => records) };
}

const NO_ENTRIES: readonly ModerationEntry[] = [];

export function ViewerHistory({ card, accounts }: { card: Card; accounts: readonly ViewerRef[] }) {
  const { log, entries } = useHistory(card, accounts);
  const canUndo = useUndoable(entries ?? NO_ENTRIES);
  if (log.isError && !entries) return <ErrorPanel isBare error={log.error} onRetry={() => void log.refetch()} />;
  if (!entries) return <SkeletonRows count={2} label="Loading history" />;
  if (entries.length === 0) return <p className="muted fs-chat py-12">No moderation history</p>;
  return (
    <>
      <div>
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            channelId={card.channelId}
            entry={entry}
            hasMark={accounts.length > 1}
            canUndo={canUndo.has(entry.id)}
          />
        ))}
      </div>
      <ShowOlder pages={log} size="xs" />
    </>
  );
}

interface EntryProps {
  channelId: string;
  entry: ModerationEntry;
  /** Whether to show the account: true if the viewer has linked accounts. */
  hasMark: boolean;
  canUndo: boolean;
}

function Entry({ channelId, entry, hasMark, canUndo }: EntryProps) {
  const undo = useUndo(channelId);
  const undoButton = canUndo && (
    <button
      type="button"
      className={classes["undo"]}
      aria-disabled={undo.isPending || undefined}
      onClick={() => undo.mutate(entry)}
    >
      {undo.isPending ? "Undoing" : "Undo"}
    </button>
  );
  const subject = hasMark && <AccountMark provider={entry.provider} name={entry.viewer_name} />;
  return <EntryRow entry={entry} subject={subject} showsMessage undoLink={undoButton} />;
}
