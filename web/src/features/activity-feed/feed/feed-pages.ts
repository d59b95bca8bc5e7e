import type { LiveMessage } from "../../../api/live";
import type { Activity, ActivityEvent, FeedFilter, FeedPage, FeedPages } from "./activity-types";
import { isShown, isTooSmall } from "./feed-filter";

// Limit of the server for the ids in `smaller_ids` of a page.
const MAX_SMALLER = 100;

type ActivityMessage = LiveMessage<"activity">["activity"];

/** Applies live events to all pages; returns the same object if nothing changed. */
export function applyEvents(
  data: FeedPages,
  events: readonly ActivityEvent[],
  filter: FeedFilter,
  userId: string | undefined,
): FeedPages {
  const pages = events.reduce((now, event) => applyEvent(now, event, filter, userId), data.pages);
  return pages === data.pages ? data : { ...data, pages };
}

function applyEvent(
  pages: FeedPage[],
  event: ActivityEvent,
  filter: FeedFilter,
  userId: string | undefined,
): FeedPage[] {
  switch (event.type) {
    case "activity":
      return withActivity(pages, event.activity, filter);
    case "activity_acknowledged":
      return event.user_id === userId ? acknowledge(pages, event.activity_id, event.acknowledged) : pages;
    case "activities_acknowledged":
      return event.user_id === userId ? acknowledgeUpTo(pages, event.up_to) : pages;
    default:
      return pages;
  }
}

/** Replaces the row of the activity, or adds one at its place. */
function withActivity(pages: FeedPage[], activity: ActivityMessage, filter: FeedFilter): FeedPage[] {
  const isLoaded = pages.some(({ records }) => records.some(({ id }) => id === activity.id));
  if (isLoaded) return changeRecords(pages, (row) => (row.id === activity.id ? withGrowth(row, activity) : row));
  if (isTooSmall(activity, filter)) return withSmaller(pages, activity.id);
  if (!isShown(activity, filter)) return pages;
  return withInserted(withoutSmaller(pages, activity.id), { ...activity, acknowledged: false });
}

/** Adds the id of an activity that is hidden only by its size to the page that covers its time, newest first. */
function withSmaller(pages: FeedPage[], activityId: string): FeedPage[] {
  const place = pages.findIndex(({ records, cursor }) => cursor === null || (records.at(-1)?.id ?? "") < activityId);
  return pages.map((page, index) => {
    if (index !== place || page.smaller_ids.includes(activityId)) return page;
    const ids = [...page.smaller_ids, activityId].toSorted().toReversed();
    return { ...page, smaller_ids: ids.slice(0, MAX_SMALLER) };
  });
}

function withoutSmaller(pages: FeedPage[], activityId: string): FeedPage[] {
  return pages.map((page) =>
    page.smaller_ids.includes(activityId)
      ? { ...page, smaller_ids: page.smaller_ids.filter((id) => id !== activityId) }
      : page,
  );
}

/** "41", or "100+" if a page lists only its newest 100; null if no activity is hidden by its size. */
export function smallerCount(pages: readonly FeedPage[]): string | null {
  const count = pages.reduce((sum, page) => sum + page.smaller_ids.length, 0);
  if (count === 0) return null;
  return pages.some((page) => page.smaller_ids.length >= MAX_SMALLER) ? `${count}+` : String(count);
}

/** Two servers may publish two changes in the wrong order; gifts, likes and recipients only grow. */
function withGrowth(row: Activity, activity: ActivityMessage): Activity {
  const isOlder = activity.count < row.count || activity.recipients.length < row.recipients.length;
  return isOlder ? row : { ...activity, acknowledged: row.acknowledged };
}

/** A later activity has a higher id. One that is older than all loaded rows belongs to a page that is not loaded. */
function withInserted(pages: FeedPage[], activity: Activity): FeedPage[] {
  const found = pages.findIndex(({ records }) => records.some(({ id }) => id < activity.id));
  if (found === -1 && pages.at(-1)?.cursor !== null) return pages;
  const place = found === -1 ? pages.length - 1 : found;
  return pages.map((page, index) =>
    index === place ? { ...page, records: withRecord(page.records, activity) } : page,
  );
}

function withRecord(records: Activity[], activity: Activity): Activity[] {
  const index = records.findIndex(({ id }) => id < activity.id);
  return records.toSpliced(index === -1 ? records.length : index, 0, activity);
}

export function acknowledge(pages: FeedPage[], activityId: string, acknowledged: boolean): FeedPage[] {
  return changeRecords(pages, (row) => (row.id === activityId ? withAcknowledged(row, acknowledged) : row));
}

/** Marks this activity and all older ones. */
export function acknowledgeUpTo(pages: FeedPage[], upTo: string): FeedPage[] {
  return changeRecords(pages, (row) => (row.id <= upTo ? withAcknowledged(row, true) : row));
}

function withAcknowledged(row: Activity, acknowledged: boolean): Activity {
  return row.acknowledged === acknowledged ? row : { ...row, acknowledged };
}

/** Unchanged rows and pages stay the same objects, so that they are not rendered again. */
function changeRecords(pages: FeedPage[], change: (row: Activity) => Activity): FeedPage[] {
  const changed = pages.map((page) => {
    const records = page.records.map(change);
    return records.every((row, index) => row === page.records[index]) ? page : { ...page, records };
  });
  return changed.every((page, index) => page === pages[index]) ? pages : changed;
}
