import type { LiveMessage } from "../../../api/live";
import type { Activity, ActivityEvent, FeedFilter, FeedPage, FeedPages } from "./activity-types";
import { isHiddenOnlyBySize, isShown } from "./feed-filter";

// The server lists at most this many ids in `smaller_ids` of a page.
const MAX_SMALLER = 100;

type LiveActivity = LiveMessage<"activity">["activity"];

/** Applies live events to the loaded pages. */
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

/** Replaces the activity's row; without a row, inserts one, or counts the activity if only its size hides it. */
function withActivity(pages: FeedPage[], activity: LiveActivity, filter: FeedFilter): FeedPage[] {
  const isLoaded = pages.some(({ records }) => records.some(({ id }) => id === activity.id));
  if (isLoaded) return changeRecords(pages, (row) => (row.id === activity.id ? withChange(row, activity) : row));
  if (isHiddenOnlyBySize(activity, filter)) return withSmaller(pages, activity.id);
  if (!isShown(activity, filter)) return pages;
  return withInserted(withoutSmaller(pages, activity.id), { ...activity, acknowledged: false });
}

/** Adds the activity to the `smaller_ids` of the page that covers its time, if that page is loaded. */
function withSmaller(pages: FeedPage[], activityId: string): FeedPage[] {
  const target = pages.findIndex(({ records, cursor }) => cursor === null || (records.at(-1)?.id ?? "") < activityId);
  return pages.map((page, index) => {
    if (index !== target || page.smaller_ids.includes(activityId)) return page;
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

/** Number of activities hidden only by size: "41"; with a plus if a page lists `MAX_SMALLER` ids; null for none. */
export function smallerCount(pages: readonly FeedPage[]): string | null {
  const count = pages.reduce((sum, page) => sum + page.smaller_ids.length, 0);
  if (count === 0) return null;
  return pages.some((page) => page.smaller_ids.length >= MAX_SMALLER) ? `${count}+` : String(count);
}

/** The row with the change; a change with lower numbers is ignored, because it is older than the row. */
function withChange(row: Activity, activity: LiveActivity): Activity {
  const isOlder = activity.count < row.count || activity.recipients.length < row.recipients.length;
  return isOlder ? row : { ...activity, acknowledged: row.acknowledged };
}

/** Inserts the activity by its id, highest first; left out if its page is not loaded. */
function withInserted(pages: FeedPage[], activity: Activity): FeedPage[] {
  const found = pages.findIndex(({ records }) => records.some(({ id }) => id < activity.id));
  if (found === -1 && pages.at(-1)?.cursor !== null) return pages;
  const target = found === -1 ? pages.length - 1 : found;
  return pages.map((page, index) =>
    index === target ? { ...page, records: withRecord(page.records, activity) } : page,
  );
}

function withRecord(records: Activity[], activity: Activity): Activity[] {
  const index = records.findIndex(({ id }) => id < activity.id);
  return records.toSpliced(index === -1 ? records.length : index, 0, activity);
}

export function acknowledge(pages: FeedPage[], activityId: string, acknowledged: boolean): FeedPage[] {
  return changeRecords(pages, (row) => (row.id === activityId ? withAcknowledged(row, acknowledged) : row));
}

/** Marks the activity and all older activities as seen. */
export function acknowledgeUpTo(pages: FeedPage[], upTo: string): FeedPage[] {
  return changeRecords(pages, (row) => (row.id <= upTo ? withAcknowledged(row, true) : row));
}

function withAcknowledged(row: Activity, acknowledged: boolean): Activity {
  return row.acknowledged === acknowledged ? row : { ...row, acknowledged };
}

/** Changes rows; unchanged rows and pages stay the same objects and are not rendered again. */
function changeRecords(pages: FeedPage[], change: (row: Activity) => Activity): FeedPage[] {
  const changed = pages.map((page) => {
    const records = page.records.map(change);
    return records.every((row, index) => row === page.records[index]) ? page : { ...page, records };
  });
  return changed.every((page, index) => page === pages[index]) ? pages : changed;
}
