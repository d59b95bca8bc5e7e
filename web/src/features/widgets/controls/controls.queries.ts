import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { Schemas } from "../widget-types";
import { pathOf } from "../widgets.queries";

const WIDGET = "/api/2/channels/{channel_id}/widgets/{widget_id}";

export type AlertQueue = Schemas["AlertQueueOut"];
export type QueuedAlert = Schemas["QueuedAlertOut"];
export type CountdownState = Schemas["CountdownOut"];
export type CountdownChange = Schemas["CountdownChange"];

// The editor polls, because not every change of the alert queue or the countdown is published to it.
const QUEUE_POLL_MS = 3_000;
const COUNTDOWN_POLL_MS = 10_000;

/** Sends a made-up event, which OBS and the preview show. Several may be sent in quick succession. */
export function useSendTest(channelId: string, widgetId: string, onSent?: () => void) {
  return useMutation({
    mutationFn: (name: string) =>
      unwrap(api.POST(`${WIDGET}/test`, { params: { path: pathOf(channelId, widgetId) }, body: { name } })),
    onSuccess: () => onSent?.(),
  });
}

export function queueQuery(channelId: string, widgetId: string) {
  return queryOptions({
    queryKey: [...keys.widgets(channelId), "queue", widgetId],
    queryFn: (): Promise<AlertQueue> =>
      unwrap(api.GET(`${WIDGET}/alerts`, { params: { path: pathOf(channelId, widgetId) } })),
    refetchInterval: QUEUE_POLL_MS,
  });
}

type QueueAction = "skip" | "pause" | "resume" | "clear";

export function useQueueAction(channelId: string, widgetId: string) {
  const client = useQueryClient();
  const { queryKey } = queueQuery(channelId, widgetId);
  return useSingleMutation({
    mutationFn: (action: QueueAction) => sendAction(pathOf(channelId, widgetId), action),
    onSuccess: (queue) => {
      client.setQueryData(queryKey, queue);
    },
  });
}

function sendAction(path: ReturnType<typeof pathOf>, action: QueueAction): Promise<AlertQueue> {
  const params = { path };
  if (action === "skip") return unwrap(api.POST(`${WIDGET}/alerts/skip`, { params }));
  if (action === "clear") return unwrap(api.DELETE(`${WIDGET}/alerts`, { params }));
  return unwrap(api.PUT(`${WIDGET}/alerts/paused`, { params, body: { is_paused: action === "pause" } }));
}

/** The state of a countdown, and when it was read, in milliseconds since 1970. */
export interface ReadCountdown extends CountdownState {
  readAt: number;
}

export function countdownQuery(channelId: string, widgetId: string) {
  return queryOptions({
    queryKey: [...keys.widgets(channelId), "countdown", widgetId],
    queryFn: async (): Promise<ReadCountdown> =>
      readNow(await unwrap(api.GET(`${WIDGET}/countdown`, { params: { path: pathOf(channelId, widgetId) } }))),
    refetchInterval: COUNTDOWN_POLL_MS,
  });
}

export function useControlCountdown(channelId: string, widgetId: string) {
  const client = useQueryClient();
  const { queryKey } = countdownQuery(channelId, widgetId);
  return useSingleMutation({
    mutationFn: (body: CountdownChange) =>
      unwrap(api.POST(`${WIDGET}/countdown`, { params: { path: pathOf(channelId, widgetId) }, body })),
    onSuccess: (state) => {
      client.setQueryData(queryKey, readNow(state));
    },
  });
}

function readNow(state: CountdownState): ReadCountdown {
  return { ...state, readAt: Date.now() };
}

/** Seconds left at the time `now`, counted down since the last response if the countdown runs. */
export function secondsLeft({ left_ms, is_running, readAt }: ReadCountdown, now: number): number {
  return Math.ceil(Math.max(0, is_running ? left_ms - (now - readAt) : left_ms) / 1_000);
}
