import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { merge } from "./giveaways.live";
import { giveawayQuery, giveawaysQuery } from "./giveaways.queries";
import { testGiveaway } from "./test-giveaway";

const COUNTED = {
  type: "giveaway_counted",
  giveaway_id: testGiveaway().id,
  entry_count: 3,
  ticket_count: 5,
  refused_count: 1,
  minutes: [{ minute: "2030-01-02T21:30:00Z", provider: "twitch", entries: 2 }],
} as const;

test("an event with new counts updates the list, and the details of its giveaway with the entries per minute", () => {
  const client = new QueryClient();
  const giveaway = testGiveaway();
  const one = giveawayQuery("c1", giveaway.id).queryKey;
  client.setQueryData(giveawaysQuery("c1").queryKey, [giveaway]);
  client.setQueryData(one, giveaway);
  const counted = { ...COUNTED, minutes: [...COUNTED.minutes] };
  merge(client, "c1", [counted, { ...counted, entry_count: 5 }]);
  expect(client.getQueryData(giveawaysQuery("c1").queryKey)?.[0]?.entry_count).toBe(5);
  expect(client.getQueryData(one)).toMatchObject({
    entry_count: 5,
    ticket_count: 5,
    minutes: [{ provider: "twitch", entries: 4 }],
  });
});

test("a changed giveaway is fetched again", () => {
  const client = new QueryClient();
  const { queryKey } = giveawayQuery("c1", testGiveaway().id);
  client.setQueryData(queryKey, testGiveaway());
  merge(client, "c1", [{ type: "giveaway_changed", giveaway_id: testGiveaway().id }]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
