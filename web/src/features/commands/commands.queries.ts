import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { nextCursor } from "../../api/pages";
import { isGone } from "../../session/channel";
import { toast } from "../../ui/toast";
import type { Command, CommandsPageOut, Role } from "./command-types";

const COMMANDS = "/api/2/channels/{channel_id}/commands";
const ONE = "/api/2/channels/{channel_id}/commands/{command_id}";
const PAGE = 100;

export interface Wanted {
  q: string;
  group: string;
}

export const listsKey = (channelId: string) => [...keys.commands(channelId), "list"];

export function commandsQuery(channelId: string, { q, group }: Wanted) {
  return infiniteQueryOptions({
    queryKey: [...listsKey(channelId), q, group],
    queryFn: ({ pageParam }): Promise<CommandsPageOut> => {
      const query = { q, group, limit: PAGE, cursor: pageParam };
      return unwrap(api.GET(COMMANDS, { params: { path: { channel_id: channelId }, query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    // What was found before stays until the next answer is there.
    placeholderData: (before: InfiniteData<CommandsPageOut, string | null> | undefined) => before,
  });
}

export function commandQuery(channelId: string, commandId: string) {
  const path = { channel_id: channelId, command_id: commandId };
  return queryOptions({
    queryKey: [...keys.commands(channelId), "one", commandId],
    queryFn: (): Promise<Command> => unwrap(api.GET(ONE, { params: { path } })),
    // A command that somebody deletes while it is open is told by its own screen.
    meta: { quiet: isGone },
  });
}

export function useRoles(): UseQueryResult<Role[]> {
  return useQuery({
    queryKey: keys.roles,
    queryFn: (): Promise<Role[]> => unwrap(api.GET("/api/2/roles")),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What is wrong with a name, by its place: another command has it. Asked before anything is saved. */
export function useTakenNames(channelId: string, commandId: string | null, names: readonly string[]) {
  return useQueries({
    queries: names.map((name) => ({
      queryKey: [...keys.commands(channelId), "name", name],
      queryFn: () =>
        unwrap(api.GET(`${COMMANDS}/name-check`, { params: { path: { channel_id: channelId }, query: { name } } })),
      // One that cannot be asked about is refused when it is saved, with the reason.
      meta: { quiet: true },
      retry: false,
    })),
    combine: (answers) =>
      Object.fromEntries(
        answers.flatMap(({ data }, place) =>
          data?.taken_by && data.taken_by !== commandId ? [[place, takenWords(names[place] ?? "", data.name)]] : [],
        ),
      ),
  });
}

function takenWords(name: string, owner: string): string {
  return name.toLowerCase() === owner.toLowerCase() ? `${name} is there already` : `${name} is taken by ${owner}`;
}

/** The lists on the screen with each page changed. */
export function changeLists(client: QueryClient, channelId: string, change: (list: Command[]) => Command[]): void {
  client.setQueriesData<InfiniteData<CommandsPageOut>>({ queryKey: listsKey(channelId) }, (lists) =>
    lists ? { ...lists, pages: lists.pages.map((page) => ({ ...page, records: change(page.records) })) } : lists,
  );
}

interface Switched {
  ids: readonly string[];
  enabled: boolean;
}

/** Holds on the screen at once; a refusal puts it back and says why. */
export function useSwitchCommands(channelId: string) {
  const client = useQueryClient();
  const show = (ids: readonly string[], enabled: boolean) =>
    changeLists(client, channelId, (list) =>
      list.map((command) => (ids.includes(command.id) ? { ...command, enabled } : command)),
    );
  return useMutation({
    // One after the other, or an older change could arrive last and win.
    scope: { id: `switch-commands-${channelId}` },
    mutationFn: ({ ids, enabled }: Switched) =>
      unwrap(
        api.PUT(`${COMMANDS}/enabled`, {
          params: { path: { channel_id: channelId } },
          body: { ids: [...ids], enabled },
        }),
      ),
    onMutate: async ({ ids, enabled }) => {
      await client.cancelQueries({ queryKey: listsKey(channelId) });
      show(ids, enabled);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.commands(channelId) }),
  });
}

/** Leave the list at once; a refusal brings them back and says why. */
export function useDeleteCommands(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      unwrap(api.POST(`${COMMANDS}/delete`, { params: { path: { channel_id: channelId } }, body: { ids: [...ids] } })),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: listsKey(channelId) });
      changeLists(client, channelId, (list) => list.filter(({ id }) => !ids.includes(id)));
    },
    onSuccess: ({ count }) => toast.success(count === 1 ? "Command deleted" : `${count} commands deleted`),
    onSettled: () => client.invalidateQueries({ queryKey: listsKey(channelId) }),
  });
}

/** The commands that a new channel comes with, as far as their names are free. */
export function useAddStarters(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/2/channels/{channel_id}/starter-commands", { params: { path: { channel_id: channelId } } }),
      ),
    onSuccess: ({ count }) => {
      const words = count === 1 ? "One command added" : `${count} commands added`;
      toast.success(count === 0 ? "All of them are there already" : words);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.commands(channelId) }),
  });
}
