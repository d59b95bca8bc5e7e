import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { merge } from "./queues.live";
import { entriesQuery, moveTo, queues } from "./queues.queries";
import { entries, entry, queue } from "./test-queue";

const PATH = { channelId: "c1", queueId: "q1" };
const COUNTS = { waiting: 1, called: 1, playing: 0, finished: 0 };

function createCache() {
  const client = new QueryClient();
  client.setQueryData(queues.list("c1").queryKey, [queue()]);
  client.setQueryData(queues.item("c1", "q1").queryKey, queue());
  client.setQueryData(entriesQuery(PATH).queryKey, entries([entry("a"), entry("b")]));
  return client;
}

test("changed entries reach the open queue and the list without a request", () => {
  const client = createCache();
  const called = entry("a", { state: "called" });
  merge(client, "c1", [
    { type: "queue_entries_changed", queue_id: "q1", round: 1, counts: COUNTS, changed: [called], removed: ["b"] },
  ]);
  expect(client.getQueryData(entriesQuery(PATH).queryKey)?.records).toEqual([called]);
  expect(client.getQueryData(queues.list("c1").queryKey)?.[0]?.counts).toEqual(COUNTS);
  expect(client.getQueryState(entriesQuery(PATH).queryKey)?.isInvalidated).toBe(false);
});

test("changed settings reach the editor", () => {
  const client = createCache();
  merge(client, "c1", [{ type: "queue_changed", queue: queue({ revision: 2 }) }]);
  expect(client.getQueryData(queues.item("c1", "q1").queryKey)?.revision).toBe(2);
});

test.each(["queue_reset", "queue_deleted"] as const)("after %s all data of the queues are fetched again", (type) => {
  const client = createCache();
  const invalidate = vi.spyOn(client, "invalidateQueries");
  merge(client, "c1", [{ type, queue_id: "q1" }]);
  expect(invalidate).toHaveBeenCalledOnce();
});

test("a move request names the viewer who will be ahead", () => {
  const [a, b, c] = [entry("a"), entry("b"), entry("c")];
  const after = (index: number) => moveTo([c, a, b], b, index).after?.id ?? null;
  expect([after(0), after(1), after(2)]).toEqual([null, "a", "c"]);
});
