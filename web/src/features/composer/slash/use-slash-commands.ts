import { useQueryClient } from "@tanstack/react-query";
import { canDeleteOn } from "../../../api/capabilities";
import { usePlatforms } from "../../../api/platforms";
import type { ChannelProvider } from "../../../api/types";
import { useDeleteMessage, useModerate, useUnban } from "../../../session/moderation";
import { usePermit } from "../../../session/permits";
import { asPerson, viewerSearchQuery } from "../composer.queries";
import { hasName, keyOf } from "../menu/menu-items";
import type { Person } from "../person";
import type { SlashCommand } from "./slash-commands";

interface Options {
  channelId: string;
  providers: readonly ChannelProvider[];
  people: () => readonly Person[];
  onReply: (target: { connection_id: string; message_id: string }, text: string) => Promise<unknown>;
  onOpenViewer: (provider: string, viewerId: string) => void;
  /** Several viewers have the name: the menu lets the user pick one. */
  onAmbiguous: () => void;
}

/** Runs a slash command; resolves to an error text or null. Failed requests reject, and are shown as toasts. */
export function useSlashCommands(options: Options) {
  const { channelId, providers, people, onReply, onOpenViewer, onAmbiguous } = options;
  const client = useQueryClient();
  const platforms = usePlatforms();
  const moderate = useModerate(channelId).mutateAsync;
  const unban = useUnban(channelId).mutateAsync;
  const remove = useDeleteMessage(channelId).mutateAsync;
  const permit = usePermit(channelId).mutateAsync;

  const isHiddenOnly = (key: string) => {
    const platform = platforms.find(({ provider }) => provider === key);
    return platform !== undefined && !canDeleteOn(platform).isSupported;
  };

  const search = async (name: string): Promise<Person[]> => {
    const { records } = await client.fetchQuery(viewerSearchQuery(channelId, name));
    return records.map(asPerson);
  };

  const runInChat = async (command: Exclude<SlashCommand, WithoutChat>, person: Person, connectionId: string) => {
    const inChat = { provider: person.provider, connectionId, viewerId: person.id };
    switch (command.action) {
      case "timeout":
        return moderate({ ...inChat, name: person.name, seconds: command.seconds, reason: command.reason });
      case "ban":
        return moderate({ ...inChat, name: person.name, reason: command.reason });
      case "unban":
        return unban(inChat);
      case "delete":
        return remove({ ...inChat, messageId: person.message_id ?? "", isHiding: isHiddenOnly(person.provider) });
      case "reply":
        return onReply({ connection_id: connectionId, message_id: person.message_id ?? "" }, command.text);
    }
  };

  const runWithoutChat = async ({ action }: WithoutChat, { provider, id, name }: Person) => {
    if (action === "card") return onOpenViewer(provider, id);
    return permit({ provider, viewerId: id, name });
  };

  return async (command: SlashCommand, picked: Person | null): Promise<string | null> => {
    const recent = findByName(command.name, picked, people());
    const candidates = recent.length > 0 ? recent : findByName(command.name, null, await search(command.name));
    const [person] = candidates;
    if (!person) return `User ${command.name} not found`;
    if (candidates.length > 1) {
      onAmbiguous();
      return `${candidates.length} users are called ${command.name}: select one from the list`;
    }
    if (isWithoutChat(command)) {
      await runWithoutChat(command, person);
      return null;
    }
    const connection = connectionOf(person, providers);
    if ("problem" in connection) return connection.problem;
    if ((command.action === "delete" || command.action === "reply") && !person.message_id) {
      return `No recent message from ${person.name}`;
    }
    await runInChat(command, person, connection.id);
    return null;
  };
}

type WithoutChat = Extract<SlashCommand, { action: "permit" | "card" }>;

function isWithoutChat(command: SlashCommand): command is WithoutChat {
  return command.action === "permit" || command.action === "card";
}

/** All viewers with the name, or only the one picked from the menu if their name still matches. */
export function findByName(name: string, picked: Person | null, people: readonly Person[]): Person[] {
  const all = [...new Map(people.map((person) => [keyOf(person), person])).values()];
  const matching = all.filter((person) => hasName(person, name));
  if (!picked || !hasName(picked, name)) return matching;
  return [matching.find((person) => keyOf(person) === keyOf(picked)) ?? picked];
}

/** The connection to moderate a viewer in: where they wrote last, or the only one of their platform. */
export function connectionOf(
  person: Person,
  providers: readonly ChannelProvider[],
): { id: string } | { problem: string } {
  const connections = providers.filter(({ provider }) => provider === person.provider);
  const [first] = connections;
  const last = connections.find(({ id }) => id === person.connection_id);
  if (last) return { id: last.id };
  if (!first) return { problem: `${person.name}'s platform is no longer connected` };
  if (connections.length === 1) return { id: first.id };
  return { problem: `Use /card to select the chat to moderate ${person.name} in` };
}
