import { useQueryClient } from "@tanstack/react-query";
import { canDeleteOn } from "../../../api/capabilities";
import { usePlatforms } from "../../../api/platforms";
import type { ChannelProvider } from "../../../api/types";
import { useDeleteMessage, useSendOut, useUnban } from "../../../session/moderation";
import { usePermit } from "../../../session/permits";
import { asPerson, viewerSearchQuery } from "../composer.queries";
import { isCalled, keyOf } from "../menu/menu-items";
import type { Person } from "../person";
import type { Order } from "./slash-commands";

interface Given {
  channelId: string;
  providers: readonly ChannelProvider[];
  people: () => readonly Person[];
  onReply: (target: { connection_id: string; message_id: string }, text: string) => Promise<unknown>;
  onOpenViewer: (provider: string, viewerId: string) => void;
  /** The name means more than one: they are to be offered. */
  onSeveral: () => void;
}

/** Carries out an order; the answer is what is wrong with it, in words, or null. Failed calls reject, and were told. */
export function useOrders(given: Given) {
  const { channelId, providers, people, onReply, onOpenViewer, onSeveral } = given;
  const client = useQueryClient();
  const platforms = usePlatforms();
  const sendOut = useSendOut(channelId).mutateAsync;
  const unban = useUnban(channelId).mutateAsync;
  const remove = useDeleteMessage(channelId).mutateAsync;
  const permit = usePermit(channelId).mutateAsync;

  const isHidingOn = (key: string) => {
    const platform = platforms.find(({ provider }) => provider === key);
    return platform !== undefined && !canDeleteOn(platform).isPossible;
  };

  const search = async (name: string): Promise<Person[]> => {
    const { records } = await client.fetchQuery(viewerSearchQuery(channelId, name));
    return records.map(asPerson);
  };

  const act = async (order: Exclude<Order, Anywhere>, person: Person, connectionId: string) => {
    const inChat = { provider: person.provider, connectionId, viewerId: person.id };
    switch (order.action) {
      case "timeout":
        return sendOut({ ...inChat, name: person.name, seconds: order.seconds, reason: order.reason });
      case "ban":
        return sendOut({ ...inChat, name: person.name, reason: order.reason });
      case "unban":
        return unban(inChat);
      case "delete":
        return remove({ ...inChat, messageId: person.message_id ?? "", isHiding: isHidingOn(person.provider) });
      case "reply":
        return onReply({ connection_id: connectionId, message_id: person.message_id ?? "" }, order.text);
    }
  };

  const actAnywhere = async ({ action }: Anywhere, { provider, id, name }: Person) => {
    if (action === "card") return onOpenViewer(provider, id);
    return permit({ provider, viewerId: id, name });
  };

  return async (order: Order, picked: Person | null): Promise<string | null> => {
    const known = called(order.name, picked, people());
    const candidates = known.length > 0 ? known : called(order.name, null, await search(order.name));
    const [person] = candidates;
    if (!person) return `Nobody called ${order.name} has been in this chat.`;
    if (candidates.length > 1) {
      onSeveral();
      return `${candidates.length} people are called ${order.name}: choose one from the list.`;
    }
    if (isAnywhere(order)) {
      await actAnywhere(order, person);
      return null;
    }
    const place = connectionOf(person, providers);
    if ("problem" in place) return place.problem;
    if ((order.action === "delete" || order.action === "reply") && !person.message_id) {
      return `No message of ${person.name} is on this screen.`;
    }
    await act(order, person, place.id);
    return null;
  };
}

type Anywhere = Extract<Order, { action: "permit" | "card" }>;

/** Whether it is all the same in which of the channel's chats somebody is met. */
function isAnywhere(order: Order): order is Anywhere {
  return order.action === "permit" || order.action === "card";
}

/** Everybody who answers to a name; only the one who was picked from the menu, if it is still theirs. */
export function called(name: string, picked: Person | null, people: readonly Person[]): Person[] {
  const all = [...new Map(people.map((person) => [keyOf(person), person])).values()];
  const matching = all.filter((person) => isCalled(person, name));
  if (!picked || !isCalled(picked, name)) return matching;
  return [matching.find((person) => keyOf(person) === keyOf(picked)) ?? picked];
}

/** The chat of the channel in which somebody is met. */
export function connectionOf(
  person: Person,
  providers: readonly ChannelProvider[],
): { id: string } | { problem: string } {
  const own = providers.filter(({ provider }) => provider === person.provider);
  const [first] = own;
  const last = own.find(({ id }) => id === person.connection_id);
  if (last) return { id: last.id };
  if (!first) return { problem: `The platform of ${person.name} is not connected any more.` };
  if (own.length === 1) return { id: first.id };
  return { problem: `${person.name} may be in several of your chats: open their card with /card and choose there.` };
}
