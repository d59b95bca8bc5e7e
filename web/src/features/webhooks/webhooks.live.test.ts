import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { merge } from "./webhooks.live";
import { deliveriesQuery, webhooksQuery } from "./webhooks.queries";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function opened(channelId: string) {
  const client = new QueryClient();
  const queries = [webhooksQuery(channelId).queryKey, deliveriesQuery({ channelId, webhookId: "w1" }).queryKey];
  for (const key of queries) client.setQueryData<unknown>(key, {});
  return { client, queries };
}

test("a change invalidates the webhooks and deliveries of its channel only", () => {
  const { client, queries } = opened("c1");
  const other = webhooksQuery("c2").queryKey;
  client.setQueryData(other, { records: [], max: 10 });
  merge(client, "c1");
  expect(queries.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  expect(client.getQueryState(other)?.isInvalidated).toBe(false);
});

test("many changes cause at most one refetch a second, and the last change is fetched too", () => {
  const { client } = opened("c3");
  const invalidate = vi.spyOn(client, "invalidateQueries");
  for (let count = 0; count < 5; count += 1) merge(client, "c3");
  expect(invalidate).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(invalidate).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(invalidate).toHaveBeenCalledTimes(2);
});
