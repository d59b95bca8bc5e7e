import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { currentUserQuery } from "../../../session/current-user";
import { valuesQuery } from "../values/values.queries";
import { merge } from "./activity-feed.live";
import { listQuery, settingsQuery } from "./activity-feed.queries";
import { activity, event, NO_FILTER, pages, settings } from "./test-activity";

const user = { id: "u1", username: "juno", display_name: "Juno", avatar_url: "", is_operator: false, notices: [] };

test("events that arrive during a request stay in the list, although its response does not have them", async () => {
  const client = new QueryClient();
  const requests: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise((resolve) => requests.push(resolve)));
  const options = listQuery("c1", NO_FILTER);
  client.setQueryData(options.queryKey, pages([[activity({ id: "a1" })]]));
  const stop = new InfiniteQueryObserver(client, { ...options, staleTime: 0 }).subscribe(() => undefined);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  merge(client, "c1", [event({ id: "a2" })]);
  requests[0]?.(Response.json({ records: [activity({ id: "a1" })], cursor: null, smaller_ids: [] }));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const rows = client.getQueryData(options.queryKey)?.pages.flatMap(({ records }) => records.map(({ id }) => id));
  expect(rows).toEqual(["a2", "a1"]);
  stop();
});

test("a new activity is added to the cached list of a filter only if the filter shows it", () => {
  const client = new QueryClient();
  const [all, withoutSubs] = [listQuery("c1", NO_FILTER), listQuery("c1", { ...NO_FILTER, hiddenKinds: ["sub"] })];
  for (const { queryKey } of [all, withoutSubs]) client.setQueryData(queryKey, pages([[]]));
  merge(client, "c1", [event()]);
  expect(client.getQueryData(all.queryKey)).toEqual(pages([[activity()]]));
  expect(client.getQueryData(withoutSubs.queryKey)).toEqual(pages([[]]));
});

test("settings that the user changed in another window are shown, settings of other users are not", () => {
  const client = new QueryClient();
  const { queryKey } = settingsQuery("c1");
  client.setQueryData(currentUserQuery.queryKey, user);
  const own = { ...settings, minimums: { raid: 5 } };
  merge(client, "c1", [
    { type: "activity_settings_changed", user_id: "u1", settings: own },
    { type: "activity_settings_changed", user_id: "u2", settings: { ...settings, volume: 9 } },
  ]);
  expect(client.getQueryData(queryKey)).toEqual(own);
});

test("values that another editor changed are shown", () => {
  const client = new QueryClient();
  const values = { records: [{ key: "BITS", value: 20_000, default: 10_000 }], rates_of: "2025-10" };
  merge(client, "c1", [{ type: "activity_values_changed", values }]);
  expect(client.getQueryData(valuesQuery("c1").queryKey)).toEqual(values);
});
