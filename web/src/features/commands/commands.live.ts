import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { Command, Schemas } from "./command-types";
import { changeLists, commandQuery } from "./commands.queries";

/** Live messages on a channel's command topic. */
export type CommandEvent = Extract<Schemas[keyof Schemas], { type: "commands_changed" | "command_used" }>;

/** Keeps the list of commands and an open command up to date, including use counts. */
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

/** The list with updated use counts and times; the same array if none of its commands was used. */
export function applyUses(list: Command[], events: readonly CommandEvent[]): Command[] {
  const used = new Map(events.flatMap((event) => (event.type === "command_used" ? [[event.command_id, event]] : [])));
  if (!list.some(({ id }) => used.has(id))) return list;
  return list.map((command) => {
    const { use_count = command.use_count, last_used_at = command.last_used_at } = used.get(command.id) ?? {};
    return { ...command, use_count, last_used_at };
  });
}
