import { queryOptions, type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isInaccessible } from "../../api/errors";
import { keys } from "../../api/keys";
import { updateOptimistically, useOptimisticToggle } from "../../api/mutations/optimistic";
import { toast } from "../../ui/toast/toast";
import type { Timer } from "./timer-types";

const TIMERS = "/api/2/channels/{channel_id}/timers";
const TIMER = "/api/2/channels/{channel_id}/timers/{timer_id}";

export function timersQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.timers(channelId), "list"],
    queryFn: async (): Promise<Timer[]> =>
      (await unwrap(api.GET(TIMERS, { params: { path: { channel_id: channelId } } }))).records,
  });
}

export function useTimers(channelId: string): UseQueryResult<Timer[]> {
  return useQuery({ ...timersQuery(channelId), select: withoutCounts });
}

// Chat counts change each second and are shown only in the editor, so the rows ignore them.
const withoutCounts = (list: Timer[]) => list.map((timer) => ({ ...timer, chat_messages: [] }));

/** Prefix of the keys of single timers. */
export const timerKeys = (channelId: string) => [...keys.timers(channelId), "one"];

export function timerQuery(channelId: string, timerId: string) {
  const path = { channel_id: channelId, timer_id: timerId };
  return queryOptions({
    queryKey: [...timerKeys(channelId), timerId],
    queryFn: (): Promise<Timer> => unwrap(api.GET(TIMER, { params: { path } })),
    // The editor itself shows that its timer was deleted.
    meta: { quiet: isInaccessible },
  });
}

interface EnabledChange {
  timer: Timer;
  enabled: boolean;
}

export function useSwitchTimer(channelId: string) {
  const client = useQueryClient();
  const { queryKey: lists } = timersQuery(channelId);
  const setEnabled = (id: string, enabled: boolean) =>
    client.setQueryData(lists, (list) => list?.map((timer) => (timer.id === id ? { ...timer, enabled } : timer)));
  return useOptimisticToggle({
    queryKey: keys.timers(channelId),
    lists,
    send: ({ timer, enabled }: EnabledChange) =>
      unwrap(
        api.PUT(`${TIMERS}/enabled`, {
          params: { path: { channel_id: channelId } },
          body: { ids: [timer.id], enabled },
        }),
      ),
    show: ({ timer, enabled }) => {
      setEnabled(timer.id, enabled);
      return () => setEnabled(timer.id, !enabled);
    },
  });
}

/** Deletes a timer: optimistic removal, which is undone if the request fails. */
export function useDeleteTimer(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = timersQuery(channelId);
  return useMutation({
    mutationFn: (timerId: string) =>
      unwrap(api.DELETE(TIMER, { params: { path: { channel_id: channelId, timer_id: timerId } } })),
    onMutate: (timerId) =>
      updateOptimistically<Timer[]>(client, queryKey, (list) => list.filter(({ id }) => id !== timerId)),
    onError: (_error, _timerId, undo) => undo?.(),
    onSuccess: () => toast.success("Timer deleted"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
