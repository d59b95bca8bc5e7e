import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { channelResource } from "../../api/channel-resource";
import { api, unwrap } from "../../api/client";
import { isInaccessible } from "../../api/errors";
import { keys } from "../../api/keys";
import { updateOptimistically } from "../../api/mutations/optimistic";
import type { ItemSwitch } from "../../session/channel-list/declaration";
import { toast } from "../../ui/toast/toast";
import { placeBehind, waitingOf, withEntries } from "./entries";
import type { Entry, EntryState, Queue, QueueEntries, ViewerTurns } from "./queue-types";

const QUEUES = "/api/2/channels/{channel_id}/queues";
const QUEUE = `${QUEUES}/{queue_id}` as const;
const ENTRY = `${QUEUE}/entries/{entry_id}` as const;

export interface QueuePath {
  channelId: string;
  queueId: string;
}

const pathOf = ({ channelId, queueId }: QueuePath) => ({ channel_id: channelId, queue_id: queueId });

export const queues = channelResource(QUEUES, "queue");

/** Beginning of the query keys for the entries of a channel's queues. */
export const entriesKey = (channelId: string) => [...queues.key(channelId), "entries"];

export function entriesQuery(path: QueuePath) {
  return queryOptions({
    queryKey: [...entriesKey(path.channelId), path.queueId],
    queryFn: (): Promise<QueueEntries> => unwrap(api.GET(`${QUEUE}/entries`, { params: { path: pathOf(path) } })),
    // Live updates reuse unchanged entries, so comparing a thousand entries once more would only take time.
    structuralSharing: false,
    // The screen itself shows that its queue was deleted.
    meta: { quiet: isInaccessible },
  });
}

export function turnsQuery(path: QueuePath, { provider, viewer_id }: Entry) {
  return queryOptions({
    queryKey: [...queues.key(path.channelId), "turns", path.queueId, provider, viewer_id],
    queryFn: (): Promise<ViewerTurns> =>
      unwrap(
        api.GET(`${QUEUE}/viewers/{provider}/{provider_viewer_id}`, {
          params: { path: { ...pathOf(path), provider, provider_viewer_id: viewer_id } },
        }),
      ),
    staleTime: 0,
  });
}

/** Name of the first command that a search for the variable's name finds; null if there is none. */
export function commandQuery(channelId: string, variable: string) {
  return queryOptions({
    queryKey: [...keys.commands(channelId), "first-with", variable],
    queryFn: async () => {
      const params = { path: { channel_id: channelId }, query: { q: variable, limit: 1 } };
      const { records } = await unwrap(api.GET("/api/2/channels/{channel_id}/commands", { params }));
      return records[0]?.cmds[0] ?? null;
    },
    meta: { quiet: true },
  });
}

/** The switch that opens a queue for new viewers. */
export const openSwitch: ItemSwitch<Queue> = {
  field: "is_open",
  label: "is open",
  send: (channelId, { id }, open) =>
    unwrap(api.PUT(`${QUEUE}/open`, { params: { path: pathOf({ channelId, queueId: id }) }, body: { open } })),
  showElsewhere: (client, channelId, queueId, is_open) =>
    client.setQueryData(
      entriesQuery({ channelId, queueId }).queryKey,
      (data) => data && { ...data, queue: { ...data.queue, is_open } },
    ),
};

interface NextRound {
  count?: number;
  pick?: "first" | "random";
  round: number;
}

/** Calls the next viewers. Sends the shown round number, so that two members of staff do not call two rounds. */
export function useCallNext(path: QueuePath) {
  const show = useShowEntries(path);
  return useMutation({
    mutationFn: (body: NextRound) => unwrap(api.POST(`${QUEUE}/next`, { params: { path: pathOf(path) }, body })),
    onSuccess: show,
    onError: useRefetch(path),
  });
}

export function useFinishRound(path: QueuePath) {
  return useMutation({
    mutationFn: () => unwrap(api.POST(`${QUEUE}/finish`, { params: { path: pathOf(path) } })),
    onSettled: useRefetch(path),
  });
}

export function useClearQueue(path: QueuePath) {
  return useMutation({
    mutationFn: () => unwrap(api.POST(`${QUEUE}/clear`, { params: { path: pathOf(path) } })),
    onSuccess: () => toast.success("Queue cleared"),
    onSettled: useRefetch(path),
  });
}

interface StateChange {
  entry: Entry;
  state: EntryState;
}

export function useChangeState(path: QueuePath) {
  const show = useShowEntries(path);
  return useMutation({
    mutationFn: ({ entry, state }: StateChange) =>
      unwrap(api.PUT(`${ENTRY}/state`, { params: { path: { ...pathOf(path), entry_id: entry.id } }, body: { state } })),
    onSuccess: (entry) => show([entry]),
    onError: useRefetch(path),
  });
}

interface Move {
  entry: Entry;
  /** The entry that will be ahead; null to move to the front. */
  after: Entry | null;
}

/** Moves an entry optimistically; requests run one at a time, so that the last move wins. */
export function useMoveEntry(path: QueuePath) {
  const client = useQueryClient();
  const { queryKey } = entriesQuery(path);
  const mutationKey = [...queryKey, "move"];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join("/") },
    mutationFn: ({ entry, after }: Move) =>
      unwrap(
        api.PUT(`${ENTRY}/place`, {
          params: { path: { ...pathOf(path), entry_id: entry.id } },
          body: { after_id: after?.id ?? null },
        }),
      ),
    onMutate: ({ entry, after }) =>
      updateOptimistically<QueueEntries>(client, queryKey, (data) => {
        const moved = { ...entry, place: placeBehind(after ?? undefined) };
        return withEntries(data, [moved], []);
      }),
    // The response to any move but the last would move the viewer back.
    onSuccess: (entry) => {
      if (client.isMutating({ mutationKey }) === 1) {
        client.setQueryData(queryKey, (data) => data && withEntries(data, [entry], []));
      }
    },
    onError: useRefetch(path),
  });
}

export function useWriteTexts(path: QueuePath) {
  const show = useShowEntries(path);
  return useMutation({
    mutationFn: ({ entry, ...body }: { entry: Entry; game_name: string; note: string }) =>
      unwrap(api.PUT(`${ENTRY}/texts`, { params: { path: { ...pathOf(path), entry_id: entry.id } }, body })),
    onSuccess: (entry) => show([entry]),
  });
}

export function useRemoveEntry(path: QueuePath) {
  return useMutation({
    mutationFn: (entry: Entry) =>
      unwrap(api.DELETE(ENTRY, { params: { path: { ...pathOf(path), entry_id: entry.id } } })),
    onSettled: useRefetch(path),
  });
}

function useShowEntries(path: QueuePath) {
  const client = useQueryClient();
  const { queryKey } = entriesQuery(path);
  return (entries: readonly Entry[]) => client.setQueryData(queryKey, (data) => data && withEntries(data, entries, []));
}

function useRefetch(path: QueuePath) {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: entriesQuery(path).queryKey });
}

/** The move that puts an entry at this index of the waiting entries. */
export function moveTo(records: readonly Entry[], entry: Entry, index: number): Move {
  const others = waitingOf(records).filter(({ id }) => id !== entry.id);
  return { entry, after: others[Math.min(index, others.length) - 1] ?? null };
}
