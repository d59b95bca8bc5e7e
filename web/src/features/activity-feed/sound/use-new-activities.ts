import { useEffect, useRef } from "react";
import { topics } from "../../../live/topics";
import type { ActivityEvent, FeedFilter } from "../feed/activity-types";
import { isShown } from "../feed/feed-filter";

interface NewActivities {
  channelId: string;
  filter: FeedFilter | null;
  /** Id of the newest row. */
  newest: string | undefined;
  onNew: () => void;
}

/** Calls `onNew` once for all new activities that arrive together, if the filter shows any. */
export function useNewActivities({ channelId, filter, newest, onNew }: NewActivities): void {
  const latest = useRef("");
  const current = useRef({ filter, onNew });
  useEffect(() => {
    current.current = { filter, onNew };
    if (newest !== undefined && newest > latest.current) latest.current = newest;
  }, [filter, onNew, newest]);
  useEffect(
    () =>
      topics.subscribe<ActivityEvent>(`${channelId}:activity`, {
        onEvents: (events) => {
          const { filter: shown, onNew: call } = current.current;
          const id = shown && newestOf(events, latest.current, shown);
          if (!id) return;
          latest.current = id;
          call();
        },
        onRefetch: () => undefined,
      }),
    [channelId],
  );
}

/** Id of the newest shown activity that happened since the platform connected; null if none is newer than `latest`. */
export function newestOf(events: readonly ActivityEvent[], latest: string, filter: FeedFilter): string | null {
  const ids = events.flatMap((event) =>
    event.type === "activity" && !event.activity.is_backlog && isShown(event.activity, filter) ? event.activity.id : [],
  );
  return ids.reduce<string | null>((newest, id) => (id > (newest ?? latest) ? id : newest), null);
}
