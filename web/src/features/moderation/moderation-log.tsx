import { useInfiniteQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { ModerationEntry } from "../../api/moderation";
import { platformName, usePlatforms } from "../../api/platforms";
import { useUndo } from "../../session/moderation";
import { moderationLogQuery, useModerationLive } from "../../session/moderation-log";
import { useUndoable } from "../../session/undoable";
import { BusyButton } from "../../ui/buttons/busy-button";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { EntryRow } from "../../ui/moderation/moderation-entry";
import { PlatformIcon } from "../../ui/platform-icon";
import { ShowOlder } from "../../ui/buttons/show-older";
import { SideDialog } from "../../ui/dialogs/side-dialog";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { useFocusKept } from "../../ui/focus/use-focus-kept";
import classes from "./moderation-log.module.css";

interface ModerationLogProps {
  channelId: string;
  onClose: () => void;
  onOpenViewer: (provider: string, viewerId: string) => void;
}

/** Who did what to whom, why and for how long: by staff, by filters, and on the platforms themselves. */
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
        title="Nobody was moderated yet"
        about="Deleted messages, time-outs and bans stand here, whoever made them: your team, a filter, or somebody on the platform itself."
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
  const keep = useFocusKept();
  const canUndo = useUndoable(entries);
  return (
    <>
      <ul ref={keep} className={classes["list"]}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes["row"]}>
            <LogRow channelId={channelId} entry={entry} canUndo={canUndo.has(entry.id)} onOpenViewer={onOpenViewer} />
          </li>
        ))}
      </ul>
      <ShowOlder pages={pages} className={classes["more"]} />
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
  const who = (
    <span className={classes["who"]}>
      <PlatformIcon provider={provider} size={14} label={platformName(platforms, provider)} />
      {viewerId && (
        <button type="button" className={classes["name"]} onClick={() => onOpenViewer(provider, viewerId)}>
          <bdi>{name || viewerId}</bdi>
        </button>
      )}
    </span>
  );
  return (
    <EntryRow entry={entry} who={who} isQuoting>
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
