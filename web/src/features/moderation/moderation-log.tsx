import { useInfiniteQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { ModerationEntry } from "../../api/moderation";
import { platformName, usePlatforms } from "../../api/platforms";
import { useUndo } from "../../session/moderation";
import { moderationLogQuery, useModerationLive } from "../../session/moderation-log";
import { useUndoable } from "../../session/undoable";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ShowOlder } from "../../ui/buttons/show-older";
import { SideDialog } from "../../ui/dialogs/side-dialog";
import { EmptyState } from "../../ui/empty-state";
import { useKeepFocus } from "../../ui/focus/use-keep-focus";
import { EntryRow } from "../../ui/moderation/moderation-entry";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./moderation-log.module.css";

interface ModerationLogProps {
  channelId: string;
  onClose: () => void;
  onOpenViewer: (provider: string, viewerId: string) => void;
}

/** Drawer with the moderation actions by the team, by filters and on the platforms. */
export function ModerationLog({ channelId, onClose, onOpenViewer }: ModerationLogProps) {
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="right"
      size={480}
      title="Moderation log"
      closeButtonProps={{ "aria-label": "Close" }}
      padding={16}
      classNames={{
        content: classes["drawer"] ?? "",
        header: classes["header"] ?? "",
        title: classes["title"] ?? "",
      }}
    >
      <Log channelId={channelId} onOpenViewer={onOpenViewer} />
    </SideDialog>
  );
}

function Log({ channelId, onOpenViewer }: Omit<ModerationLogProps, "onClose">) {
  useModerationLive(channelId);
  const log = useInfiniteQuery(moderationLogQuery(channelId, null));
  if (log.isError && !log.data) {
    return <ErrorPanel isBare error={log.error} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />;
  }
  if (!log.data) return <SkeletonRows count={6} label="Loading the moderation log" />;
  const entries = log.data.pages.flatMap(({ records }) => records);
  if (entries.length === 0) {
    return (
      <EmptyState
        title="No moderation actions yet"
        about="Deleted messages, timeouts and bans by your team, your filters and on the platforms appear here."
      />
    );
  }
  return <Entries channelId={channelId} entries={entries} pages={log} onOpenViewer={onOpenViewer} />;
}

interface EntriesProps extends Omit<ModerationLogProps, "onClose"> {
  entries: readonly ModerationEntry[];
  pages: ComponentProps<typeof ShowOlder>["pages"];
}

function Entries({ channelId, entries, pages, onOpenViewer }: EntriesProps) {
  const keep = useKeepFocus();
  const canUndo = useUndoable(entries);
  return (
    <>
      <ul ref={keep} className="plain-list">
        {entries.map((entry) => (
          <li key={entry.id} className={classes["row"]}>
            <LogRow channelId={channelId} entry={entry} canUndo={canUndo.has(entry.id)} onOpenViewer={onOpenViewer} />
          </li>
        ))}
      </ul>
      <ShowOlder pages={pages} className="mt-8" />
    </>
  );
}

interface LogRowProps {
  channelId: string;
  entry: ModerationEntry;
  canUndo: boolean;
  onOpenViewer: (provider: string, viewerId: string) => void;
}

function LogRow({ channelId, entry, canUndo, onOpenViewer }: LogRowProps) {
  const undo = useUndo(channelId);
  const platforms = usePlatforms();
  const { provider, provider_viewer_id: viewerId, viewer_name: name } = entry;
  const subject = (
    <span className={classes["viewer"]}>
      <PlatformIcon provider={provider} size={14} label={platformName(platforms, provider)} />
      {viewerId && (
        <button type="button" className={classes["name"]} onClick={() => onOpenViewer(provider, viewerId)}>
          <bdi>{name || viewerId}</bdi>
        </button>
      )}
    </span>
  );
  return (
    <EntryRow entry={entry} subject={subject} showsMessage>
      {canUndo && (
        <BusyButton
          size="xs"
          isBusy={undo.isPending}
          onClick={() => undo.mutate(entry)}
          aria-label={`Undo for ${name}`}
        >
          Undo
        </BusyButton>
      )}
    </EntryRow>
  );
}
