import { Button } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useId, useMemo } from "react";
import { isReadable, usePlatforms } from "../../api/platforms";
import { loadScreen } from "../../lib/reload-guard";
import { can, useChannel } from "../../session/channel";
import { useSaveSettings, useSettings } from "../../session/settings";
import { SideDialog } from "../../ui/dialogs/side-dialog";
import { EmptyState } from "../../ui/empty-state";
import { ListPlaceholder } from "../../ui/list/list-placeholder";
import { MirrorPicture } from "../../ui/mirror-picture";
import { Panel } from "../../ui/panel";
import classes from "./activity-feed.module.css";
import { useActivityLive } from "./feed/activity-feed.live";
import {
  useAcknowledge,
  useAcknowledgeAll,
  useActivities,
  useFeedSettings,
  useSaveFeedSettings,
} from "./feed/activity-feed.queries";
import type { Activity, FeedFilter, FeedSettings } from "./feed/activity-types";
import { filterOf, hidesAllKinds, isFiltered } from "./feed/feed-filter";
import { FeedHeader } from "./feed-header";
import { ActivityList } from "./list/activity-list";
import { canOpenViewer, type RowActions } from "./list/activity-row";
import { FeedOptions } from "./options/feed-options";
import { openFeedPopout, openViewerPopout } from "./popouts";
import { useChime } from "./sound/use-chime";
import { useNewActivities } from "./sound/use-new-activities";

const KeyboardShortcuts = lazy(() =>
  loadScreen(async () => ({ default: (await import("./keyboard-shortcuts")).KeyboardShortcuts })),
);

const DOCKED = "(min-width: 75em)";
// In the settings of the user, because it holds for all their channels.
const PLATFORMS_SETTING = "activity_platforms";

export function ActivityFeed({ channelId, isPopout }: { channelId: string; isPopout: boolean }) {
  const isDocked = useMediaQuery(DOCKED, true, { getInitialValueInEffect: false }) === true && !isPopout;
  const [isHelpOpen, help] = useDisclosure();
  const [isOptionsOpen, options] = useDisclosure();
  const titleId = useId();
  const feed = useFeed(channelId);
  const { rows, filter, settings, actions, save, chime } = feed;
  const newest = rows?.[0];
  const markAll = useAcknowledgeAll(channelId);
  const canTest = can(useChannel(channelId).data, "title.update");
  const content = settings && (
    <FeedOptions {...{ channelId, settings, onSave: save, chime, canTest }} isInDialog={!isDocked} />
  );
  return (
    <div className={classes["screen"]} data-docked={isDocked || undefined}>
      <Panel className={classes["feed"] ?? ""} aria-labelledby={titleId}>
        <FeedHeader
          titleId={titleId}
          newCount={newCountText(rows, feed.pages.hasNextPage)}
          filter={filter}
          onProviders={feed.saveProviders}
          onShowAll={feed.showAll}
          onMarkAll={newest && rows?.some(isNew) ? () => markAll.mutate(newest.id) : undefined}
          onHelp={help.open}
          onPopout={isPopout ? undefined : () => openFeedPopout(channelId)}
          onOptions={isDocked ? undefined : options.open}
        />
        {rows && rows.length > 0 ? (
          <ActivityList rows={rows} pages={feed.pages} actions={actions} onHelp={help.open} />
        ) : (
          <NoRows feed={feed} />
        )}
      </Panel>
      {isDocked && (
        <Panel className={classes["side"] ?? ""} aria-label="What you see">
          <div className={classes["sideHead"]}>
            <h2>What you see</h2>
            <span>Saved for you</span>
          </div>
          {content}
        </Panel>
      )}
      <SideDialog
        opened={isOptionsOpen && !isDocked}
        onClose={options.close}
        position="right"
        size={320}
        title="What you see"
        closeButtonProps={{ "aria-label": "Close" }}
        classNames={{
          header: classes["drawerHead"] ?? "",
          content: classes["drawer"] ?? "",
          body: classes["drawerBody"] ?? "",
        }}
      >
        {content}
      </SideDialog>
      <Suspense>{isHelpOpen && <KeyboardShortcuts onClose={help.close} />}</Suspense>
    </div>
  );
}

function isNew({ acknowledged }: Activity): boolean {
  return !acknowledged;
}

function newCountText(rows: readonly Activity[] | undefined, hasMore: boolean): string | null {
  const count = rows?.filter(isNew).length ?? 0;
  if (count === 0) return null;
  return hasMore && count === rows?.length ? `${count}+` : String(count);
}

/** The rows that the user sees and everything that changes them. */
function useFeed(channelId: string) {
  const settings = useFeedSettings(channelId);
  const { mutate: saveSettings } = useSaveFeedSettings(channelId);
  const { mutate: saveUserSettings } = useSaveSettings();
  const filter = useFilter(settings.data);
  const pages = useActivities(channelId, filter);
  const rows = filter && hidesAllKinds(filter) ? NO_ROWS : pages.data;
  useActivityLive(channelId);
  const { has_sound: hasSound = false, volume = 0 } = settings.data ?? {};
  const chime = useChime(hasSound);
  useNewActivities({ channelId, filter, newest: rows?.[0]?.id, onNew: () => chime.play(volume) });
  const save = (change: Partial<FeedSettings>) => settings.data && saveSettings({ ...settings.data, ...change });
  const saveProviders = (providers: readonly string[]) =>
    saveUserSettings({ [PLATFORMS_SETTING]: providers.length === 0 ? null : providers });
  const showAll = () => {
    save({ hidden_kinds: [], minimum: 0 });
    saveProviders([]);
  };
  const actions = useRowActions(channelId);
  return {
    settings: settings.data,
    query: settings,
    filter,
    pages,
    rows,
    chime,
    actions,
    save,
    saveProviders,
    showAll,
  };
}

const NO_ROWS: Activity[] = [];

/** Null until the settings are loaded. */
function useFilter(settings: FeedSettings | undefined): FeedFilter | null {
  const stored = useSettings().data?.[PLATFORMS_SETTING];
  const platforms = usePlatforms();
  return useMemo(() => {
    const known = platforms.filter(isReadable).map(({ provider }) => provider);
    return settings ? filterOf(settings, stored, known) : null;
  }, [settings, stored, platforms]);
}

function useRowActions(channelId: string): RowActions {
  const { mutate } = useAcknowledge(channelId);
  return useMemo(
    () => ({
      openViewer: (activity) => canOpenViewer(activity) && openViewerPopout(channelId, activity),
      acknowledge: (activity) => mutate({ activity, acknowledged: !activity.acknowledged }),
    }),
    [channelId, mutate],
  );
}

function NoRows({ feed }: { feed: ReturnType<typeof useFeed> }) {
  const { rows, query, pages, filter, showAll } = feed;
  if (!rows) return <ListPlaceholder query={query.error ? query : pages} label="Loading activities" />;
  if (filter && isFiltered(filter)) {
    return (
      <EmptyState title="No activities found" about="Your filter hides all there are.">
        <Button onClick={showAll}>Show all</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No activities yet"
      about="Follows, subs, gifts, tips and raids of all platforms appear here as they happen."
      picture={<MirrorPicture />}
    />
  );
}
