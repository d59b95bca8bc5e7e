import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { Giveaway, GiveawayDetails, Schemas } from "./giveaway-types";
import { entriesKey, giveawayQuery, giveawaysQuery } from "./giveaways.queries";

/** Live messages on a channel's giveaway topic. */
export type GiveawayEvent = Schemas["GiveawayChanged" | "GiveawayDefaultsChanged" | "GiveawayCounted"];
type Counted = Schemas["GiveawayCounted"];

/** Minimum time between two refetches of the list of entries: in a raid thousands of viewers enter every second. */
const ENTRIES_INTERVAL_MS = 2_000;
const scheduled = new Set<string>();

export function useGiveawaysLive(channelId: string): void {
  useChannelTopic<GiveawayEvent>(channelId, { topic: "giveaways", queryKey: keys.giveaways, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly GiveawayEvent[]): void {
  const counted = events.filter((event) => event.type === "giveaway_counted");
  if (events.length > counted.length) {
    refetchLive(client, keys.giveaways(channelId));
    return;
  }
  applyLiveUpdate(client, giveawaysQuery(channelId).queryKey, () => {
    client.setQueryData(giveawaysQuery(channelId).queryKey, (list) => list?.map((one) => withCounts(one, counted)));
  });
  for (const id of new Set(counted.map(({ giveaway_id }) => giveaway_id))) {
    const { queryKey } = giveawayQuery(channelId, id);
    const ownEvents = counted.filter(({ giveaway_id }) => giveaway_id === id);
    // A response in flight may already contain the new entries: instead of counting them twice, fetch again.
    if (client.isFetching({ queryKey }) > 0) refetchLive(client, queryKey);
    else client.setQueryData(queryKey, (details) => details && withMinutes(withCounts(details, ownEvents), ownEvents));
    refetchEntriesSoon(client, channelId, id);
  }
}

/** The giveaway with the totals of its last event, which include the counts of earlier events. */
export function withCounts<One extends Giveaway>(giveaway: One, events: readonly Counted[]): One {
  const last = events.findLast(({ giveaway_id }) => giveaway_id === giveaway.id);
  if (!last) return giveaway;
  const { entry_count, ticket_count, refused_count } = last;
  return { ...giveaway, entry_count, ticket_count, refused_count };
}

/** The giveaway with the new entries of all events, added to those of the same minute and platform. */
export function withMinutes(details: GiveawayDetails, events: readonly Counted[]): GiveawayDetails {
  const minutes = [...details.minutes];
  for (const added of events.flatMap((event) => event.minutes)) {
    const at = minutes.findIndex(({ minute, provider }) => minute === added.minute && provider === added.provider);
    const known = minutes[at];
    if (known) minutes[at] = { ...known, entries: known.entries + added.entries };
    else minutes.push(added);
  }
  return { ...details, minutes };
}

function refetchEntriesSoon(client: QueryClient, channelId: string, giveawayId: string): void {
  if (scheduled.has(giveawayId)) return;
  scheduled.add(giveawayId);
  setTimeout(() => {
    scheduled.delete(giveawayId);
    refetchLive(client, entriesKey(channelId, giveawayId));
  }, ENTRIES_INTERVAL_MS);
}
