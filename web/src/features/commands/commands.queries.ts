import { type InfiniteData, type QueryClient, useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { type CachedItems, changeItems, pagedResource } from "../../api/channel-resource";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { updateOptimistically, useOptimisticToggle } from "../../api/mutations/optimistic";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { toast } from "../../ui/toast/toast";
import type { Command, CommandsPageOut } from "./command-types";

const COMMANDS = "/api/2/channels/{channel_id}/commands";
const PAGE_SIZE = 100;

export interface CommandSearch {
  q: string;
  group: string;
}

export const commands = pagedResource(COMMANDS, "command");
export const { item: commandQuery, listsKey } = commands;

export function commandsQuery(channelId: string, search: CommandSearch) {
  return commands.pages(channelId, { ...search, limit: PAGE_SIZE });
}

/** Error messages for names that another command has, by index in `names`. */
export function useTakenNames(channelId: string, commandId: string | null, names: readonly string[]) {
  return useQueries({
    queries: names.map((name) => ({
      queryKey: [...keys.commands(channelId), "name", name],
      queryFn: () =>
        unwrap(api.GET(`${COMMANDS}/name-check`, { params: { path: { channel_id: channelId }, query: { name } } })),
      // If the request fails, no error is shown: the server still rejects a taken name on save.
      meta: { quiet: true },
      retry: false,
    })),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data }, index) =>
          data?.taken_by && data.taken_by !== commandId ? [[index, takenMessage(names[index] ?? "", data.name)]] : [],
        ),
      ),
  });
}

function takenMessage(name: string, owner: string): string {
  return name.toLowerCase() === owner.toLowerCase() ? `${name} already exists` : `${name} already exists (${owner})`;
}

export function changeLists(client: QueryClient, channelId: string, change: (list: Command[]) => Command[]): void {
  const queryKey = listsKey(channelId);
  client.setQueriesData<CachedItems<Command>>({ queryKey }, (list) => list && changeItems(list, change));
}

function withEnabled(list: readonly Command[], states: ReadonlyMap<string, boolean>): Command[] {
  return list.map((command) => ({ ...command, enabled: states.get(command.id) ?? command.enabled }));
}

interface EnabledChange {
  ids: readonly string[];
  enabled: boolean;
}

export function useSwitchCommands(channelId: string) {
  const client = useQueryClient();
  const lists = listsKey(channelId);
  const setEnabled = (states: ReadonlyMap<string, boolean>) =>
    changeLists(client, channelId, (list) => withEnabled(list, states));
  return useOptimisticToggle({
    queryKey: keys.commands(channelId),
    lists,
    send: ({ ids, enabled }: EnabledChange) =>
      unwrap(
        api.PUT(`${COMMANDS}/enabled`, {
          params: { path: { channel_id: channelId } },
          body: { ids: [...ids], enabled },
        }),
      ),
    show: ({ ids, enabled }) => {
      const pages = client
        .getQueriesData<InfiniteData<CommandsPageOut>>({ queryKey: lists })
        .flatMap(([, data]) => data?.pages ?? []);
      const before = pages.flatMap(({ records }) => records).filter(({ id }) => ids.includes(id));
      setEnabled(new Map(ids.map((id) => [id, enabled])));
      return () => setEnabled(new Map(before.map((command) => [command.id, command.enabled])));
    },
  });
}

/** Optimistic delete: the commands are put back when the request fails. */
export function useDeleteCommands(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      unwrap(api.POST(`${COMMANDS}/delete`, { params: { path: { channel_id: channelId } }, body: { ids: [...ids] } })),
    onMutate: (ids) =>
      updateOptimistically<CachedItems<Command>>(client, listsKey(channelId), (list) =>
        changeItems(list, (items) => items.filter(({ id }) => !ids.includes(id))),
      ),
    onError: (_error, _ids, undo) => undo?.(),
    onSuccess: ({ count }) => toast.success(count === 1 ? "Command deleted" : `${count} commands deleted`),
    onSettled: () => client.invalidateQueries({ queryKey: listsKey(channelId) }),
  });
}

/** Adds the default commands whose names are free. */
export function useAddDefaultCommands(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/2/channels/{channel_id}/starter-commands", { params: { path: { channel_id: channelId } } }),
      ),
    onSuccess: ({ count }) => {
      const message = count === 1 ? "1 command added" : `${count} commands added`;
      toast.success(count === 0 ? "You already have all default commands" : message);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.commands(channelId) }),
  });
}

/** Deletes the unmodified default commands. */
export function useRemoveDefaultCommands(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/2/channels/{channel_id}/starter-commands", {
          params: { path: { channel_id: channelId }, query: { unchanged: true } },
        }),
      ),
    onSuccess: ({ count }) => {
      const message = count === 1 ? "1 command deleted" : `${count} commands deleted`;
      toast.success(count === 0 ? "No unmodified default commands" : message);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.commands(channelId) }),
  });
}
