import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { applyLiveUpdate, refetchLive } from "../../live/news";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { Command } from "./command-types";
import { changeLists, commandQuery } from "./commands.queries";

/** What is said on the topic of a channel's commands; other types belong to a newer server. */
export type CommandEvent =
  | { type: "commands_changed" }
  | { type: "command_used"; command_id: string; use_count: number; last_used_at: string };

/** Keeps the list, an open command and its count of uses current. */
export function useCommandsLive(channelId: string): void {
  useChannelTopic<CommandEvent>(channelId, { topic: "commands", queryKey: keys.commands, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly CommandEvent[]): void {
  const queryKey = keys.commands(channelId);
  applyLiveUpdate(client, queryKey, () => updateUses(client, channelId, events));
  if (events.some(({ type }) => type === "commands_changed")) refetchLive(client, queryKey);
}

function updateUses(client: QueryClient, channelId: string, events: readonly CommandEvent[]): void {
  changeLists(client, channelId, (list) => applyUses(list, events));
  for (const event of events) {
    if (event.type !== "command_used") continue;
    const { queryKey } = commandQuery(channelId, event.command_id);
    client.setQueryData(queryKey, (command) => command && applyUses([command], [event])[0]);
  }
}

/** The list with the uses that the events tell; the very same list when they tell none of it. */
export function applyUses(list: Command[], events: readonly CommandEvent[]): Command[] {
  const used = new Map(events.flatMap((event) => (event.type === "command_used" ? [[event.command_id, event]] : [])));
  if (!list.some(({ id }) => used.has(id))) return list;
  return list.map((command) => {
    const { use_count = command.use_count, last_used_at = command.last_used_at } = used.get(command.id) ?? {};
    return { ...command, use_count, last_used_at };
  });
}
