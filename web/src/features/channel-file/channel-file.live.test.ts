import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { merge } from "./channel-file.live";
import { versionsQuery } from "./channel-file.queries";

function isRefetchedAfter(type: string): boolean {
  const client = new QueryClient();
  const { queryKey } = versionsQuery("c1");
  client.setQueryData(queryKey, []);
  merge(client, "c1", [{ type }]);
  return client.getQueryState(queryKey)?.isInvalidated ?? false;
}

test.each([
  "activity_values_changed",
  "announcements_changed",
  "commands_changed",
  "filters_changed",
  "game_changed",
  "giveaway_defaults_changed",
  "point_settings_changed",
  "queue_changed",
  "queue_deleted",
  "quotes_changed",
  "song_requests_changed",
  "timers_changed",
  "widgets_changed",
])("after %s the versions of the file are fetched again", (type) => {
  expect(isRefetchedAfter(type)).toBe(true);
});

test.each(["bet_made", "giveaway_counted", "queue_entries_changed", "alert_queue_changed", "timer_ran"])(
  "after %s, which changes nothing in the file, nothing is fetched again",
  (type) => {
    expect(isRefetchedAfter(type)).toBe(false);
  },
);
