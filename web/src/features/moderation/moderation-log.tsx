import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ModerationEntry } from "../../api/moderation";
import { platformName, usePlatforms } from "../../api/platforms";
import { useUndo } from "../../session/moderation";
import { moderationLogQuery, useModerationLive } from "../../session/moderation-log";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { EntryRow } from "../../ui/moderation-entry";
import { PlatformIcon } from "../../ui/platform-icon";
import { SideDialog } from "../../ui/side-dialog";
import { SkeletonRows } from "../../ui/skeleton-rows";
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
  return (
    <>
      <ul className={classes["list"]}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes["row"]}>
            <LogRow channelId={channelId} entry={entry} onOpenViewer={onOpenViewer} />
          </li>
        ))}
      </ul>
      {log.hasNextPage && (
        <Button fullWidth mt={8} loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

interface LogRowProps {
  channelId: string;
  entry: ModerationEntry;
  onOpenViewer: (provider: string, viewerId: string) => void;
}

function LogRow({ channelId, entry, onOpenViewer }: LogRowProps) {
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
      {entry.can_undo && (
        <Button size="xs" loading={undo.isPending} onClick={() => undo.mutate(entry)} aria-label={`Undo for ${name}`}>
          Undo
        </Button>
      )}
    </EntryRow>
  );
}
