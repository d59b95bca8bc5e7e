import { expect, test } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import type { Watch } from "../../api/types";
import { stream, watchOf } from "./test-stream";
import { applyStreamUpdates, mergeStreams, type StreamUpdate } from "./watch.live";

const viewerCounts = ({ streams }: Watch) => streams.map(({ id, viewers }) => [id, viewers]);

test("streams are appended, updated and removed; an older revision is ignored", () => {
  const updates: StreamUpdate[] = [
    { action: "new", data: stream("c", { viewers: 3 }) },
    { action: "updated", data: stream("a", { revision: 9, viewers: 10 }) },
    { action: "updated", data: stream("a", { revision: 8, viewers: 7 }) },
    { action: "deleted", data: stream("b") },
  ];
  expect(viewerCounts(applyStreamUpdates(watchOf(stream("a"), stream("b")), updates))).toEqual([
    ["a", 10],
    ["c", 3],
  ]);
});

test("updates apply to every cached page of the channel and to no other channel", () => {
  const client = createQueryClient(() => undefined);
  const keysOf = { name: [...keys.watch, "twitch", "a"], id: [...keys.watch, "twitch", "id-of-a"] };
  const other = [...keys.watch, "kick", "z"];
  for (const key of Object.values(keysOf)) client.setQueryData(key, watchOf(stream("a")));
  client.setQueryData(other, { ...watchOf(stream("a")), channel: { ...watchOf().channel, id: "c2" } });
  mergeStreams(client, "c1", [{ action: "updated", data: stream("a", { revision: 2, viewers: 12 }) }]);
  const viewers = (key: string[]) => client.getQueryData<Watch>(key)?.streams[0]?.viewers;
  expect([keysOf.name, keysOf.id, other].map(viewers)).toEqual([12, 12, null]);
});
