import { useMemo, useState } from "react";
import { isReadable, usePlatforms } from "../../api/platforms";
import { useSaveSettings, useSettings } from "../../session/settings";
import { useActivityLive } from "./feed/activity-feed.live";
import {
  useAcknowledge,
  useActivities,
  useFeedSettings,
  useHasAlerts,
  useReplay,
  useSaveFeedSettings,
} from "./feed/activity-feed.queries";
import type { Activity, FeedFilter, FeedSettings } from "./feed/activity-types";
import { filterOf, hidesAllKinds } from "./feed/feed-filter";
import { canOpenViewer, type RowActions } from "./list/activity-row";
import { openViewerPopout } from "./popouts";
import { useChime } from "./sound/use-chime";
import { useNewActivities } from "./sound/use-new-activities";

// Key in the user's settings: the choice of platforms applies to all channels of the user.
const PLATFORMS_SETTING = "activity_platforms";

/** Activities below the user's minimums; `hidden` is their number, such as "41" or "100+", null for none. */
export type SmallerActivities = { areShown: true } | { areShown: false; hidden: string | null };

export type Feed = ReturnType<typeof useFeed>;

/** The feed's rows, filter and settings, and the functions that change them. */
export function useFeed(channelId: string) {
  const settings = useFeedSettings(channelId);
  const { mutate: saveSettings } = useSaveFeedSettings(channelId);
  const { mutate: saveUserSettings } = useSaveSettings();
  const [areSmallerShown, setSmallerShown] = useState(false);
  const filter = useFilter(settings.data, areSmallerShown);
  const pages = useActivities(channelId, filter);
  const rows = filter && hidesAllKinds(filter) ? NO_ROWS : pages.data?.rows;
  const hasMinimums = Object.keys(settings.data?.minimums ?? {}).length > 0;
  useActivityLive(channelId);
  const { has_sound: hasSound = false, volume = 0 } = settings.data ?? {};
  const chime = useChime(hasSound);
  useNewActivities({ channelId, filter, newest: rows?.[0]?.id, onNew: () => chime.play(volume) });
  const save = (change: Partial<FeedSettings>) => {
    if (change.minimums) setSmallerShown(false);
    if (settings.data) saveSettings({ ...settings.data, ...change });
  };
  const saveProviders = (providers: readonly string[]) =>
    saveUserSettings({ [PLATFORMS_SETTING]: providers.length === 0 ? null : providers });
  const showAll = () => {
    save({ hidden_kinds: [], minimums: {} });
    saveProviders([]);
  };
  const actions = useRowActions(channelId);
  return {
    settings: settings.data,
    newCount: newCountText(rows, pages.hasNextPage),
    newByProvider: newByProvider(rows),
    settingsQuery: settings,
    filter,
    pages,
    rows,
    smaller: smallerOf(pages.data?.smaller ?? null, areSmallerShown && hasMinimums),
    showSmaller: setSmallerShown,
    chime,
    actions,
    save,
    saveProviders,
    showAll,
  };
}

const NO_ROWS: Activity[] = [];

function smallerOf(hidden: string | null, areShown: boolean): SmallerActivities {
  return areShown ? { areShown: true } : { areShown: false, hidden };
}

/** The user's filter; null until the feed settings are loaded. */
function useFilter(settings: FeedSettings | undefined, areSmallerShown: boolean): FeedFilter | null {
  const stored = useSettings().data?.[PLATFORMS_SETTING];
  const platforms = usePlatforms();
  return useMemo(() => {
    const known = platforms.filter(isReadable).map(({ provider }) => provider);
    if (!settings) return null;
    return filterOf(areSmallerShown ? { ...settings, minimums: {} } : settings, stored, known);
  }, [settings, stored, platforms, areSmallerShown]);
}

function useRowActions(channelId: string): RowActions {
  const { mutate } = useAcknowledge(channelId);
  const { mutate: replay } = useReplay(channelId);
  const hasAlerts = useHasAlerts(channelId);
  return useMemo(
    () => ({
      openViewer: (activity) => canOpenViewer(activity) && openViewerPopout(channelId, activity),
      toggleSeen: (activities) => {
        const acknowledged = activities.some(isNew);
        for (const activity of activities) {
          if (activity.acknowledged !== acknowledged) mutate({ activity, acknowledged });
        }
      },
      replay: hasAlerts ? replay : null,
    }),
    [channelId, mutate, replay, hasAlerts],
  );
}

/** Number of new rows: "4"; "50+" if all loaded rows are new and older rows exist; null for none. */
function newCountText(rows: readonly Activity[] | undefined, hasMore: boolean): string | null {
  const count = rows?.filter(isNew).length ?? 0;
  if (count === 0) return null;
  return hasMore && count === rows?.length ? `${count}+` : String(count);
}

function newByProvider(rows: readonly Activity[] = []): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { provider } of rows.filter(isNew)) counts[provider] = (counts[provider] ?? 0) + 1;
  return counts;
}

export function isNew({ acknowledged }: Activity): boolean {
  return !acknowledged;
}
