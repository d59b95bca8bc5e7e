import type { Activity } from "../feed/activity-types";

const GROUP_MS = 10 * 60_000;

export interface ActivityItem {
  key: string;
  activity: Activity;
  /** Whether the row is listed below its open group. */
  isInGroup: boolean;
}

export interface FollowsItem {
  key: string;
  /** Newest first, at least two. */
  follows: readonly Activity[];
  isOpen: boolean;
}

export type ListItem = ActivityItem | FollowsItem;

export function isFollows(item: ListItem): item is FollowsItem {
  return "follows" in item;
}

/** The activities that a row shows. */
export function activitiesOf(item: ListItem): readonly Activity[] {
  return isFollows(item) ? item.follows : [item.activity];
}

export function ungrouped(rows: readonly Activity[]): ListItem[] {
  return rows.map((activity) => single(activity, false));
}

/**
 * The rows, with one row for all follows of the same ten minutes of the clock, at the position of the newest follow.
 * An open group also lists its follows below that row.
 */
export function groupFollows(rows: readonly Activity[], openKeys: ReadonlySet<string>): ListItem[] {
  const groups = followsByPeriod(rows);
  return rows.flatMap((activity): ListItem[] => {
    const key = groupKey(activity);
    const follows = key === null ? [] : (groups.get(key) ?? []);
    if (key === null || follows.length < 2) return [single(activity, false)];
    if (activity !== follows[0]) return [];
    const isOpen = openKeys.has(key);
    const members = isOpen ? follows.map((follow) => single(follow, true)) : [];
    return [{ key, follows, isOpen }, ...members];
  });
}

function followsByPeriod(rows: readonly Activity[]): ReadonlyMap<string, Activity[]> {
  const groups = new Map<string, Activity[]>();
  for (const row of rows) {
    const key = groupKey(row);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

function single(activity: Activity, isInGroup: boolean): ActivityItem {
  return { key: activity.id, activity, isInGroup };
}

/** Key of the activity's group; null for an activity that is never grouped. */
function groupKey({ kind, happened_at: happenedAt }: Activity): string | null {
  return kind === "follow" ? `follows-${Math.floor(Date.parse(happenedAt) / GROUP_MS)}` : null;
}
