import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isInaccessible, messageOf } from "../../api/errors";
import { keys } from "../../api/keys";
import { useOptimisticToggle } from "../../api/mutations/optimistic";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { nextCursor } from "../../api/pages";
import type { components } from "../../api/schema";
import { toast } from "../../ui/toast/toast";
import { testLabel } from "./webhook-labels";
import type { DeliveriesPage, NewWebhook, Webhook, WebhookBody } from "./webhook-types";

type Webhooks = components["schemas"]["WebhooksOut"];

const WEBHOOKS = "/api/2/channels/{channel_id}/webhooks";
const HOOK = `${WEBHOOKS}/{webhook_id}` as const;
const DELIVERIES = `${HOOK}/deliveries` as const;
const NO_CURSOR: string | null = null;

export function webhooksQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.webhooks(channelId), "list"],
    queryFn: (): Promise<Webhooks> => unwrap(api.GET(WEBHOOKS, { params: { path: { channel_id: channelId } } })),
  });
}

export function useWebhooks(channelId: string) {
  return useQuery(webhooksQuery(channelId));
}

export interface WebhookPath {
  channelId: string;
  webhookId: string;
}

const pathOf = ({ channelId, webhookId }: WebhookPath) => ({ channel_id: channelId, webhook_id: webhookId });

export function deliveriesQuery(path: WebhookPath) {
  return infiniteQueryOptions({
    queryKey: [...keys.webhooks(path.channelId), "deliveries", path.webhookId],
    queryFn: ({ pageParam, signal }): Promise<DeliveriesPage> =>
      unwrap(api.GET(DELIVERIES, { params: { path: pathOf(path), query: { cursor: pageParam } }, signal })),
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    // The screen itself shows that the webhook was deleted.
    meta: { quiet: isInaccessible },
  });
}

/** Deliveries of the last seven days, newest first. */
export function useDeliveries(path: WebhookPath) {
  return useInfiniteQuery({
    ...deliveriesQuery(path),
    select: ({ pages }) => pages.flatMap(({ records }) => records),
  });
}

function useRefetch(channelId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.webhooks(channelId) });
}

/** Creates a webhook. Only this response and that of `useReplaceSecret` contain the secret. */
export function useCreateWebhook(channelId: string) {
  return useSingleMutation({
    mutationFn: (body: WebhookBody): Promise<NewWebhook> =>
      unwrap(api.POST(WEBHOOKS, { params: { path: { channel_id: channelId } }, body })),
    onSettled: useRefetch(channelId),
    // The form shows the error.
    meta: { quiet: true },
    gcTime: 0,
  });
}

interface Save {
  webhookId: string;
  /** An empty URL keeps the stored URL. */
  body: WebhookBody;
  /** Null overwrites changes by other users. */
  revision: number | null;
}

export function useSaveWebhook(channelId: string) {
  return useSingleMutation({
    mutationFn: ({ webhookId, body, revision }: Save): Promise<Webhook> =>
      unwrap(api.PUT(HOOK, { params: { path: pathOf({ channelId, webhookId }), query: { revision } }, body })),
    onSuccess: () => toast.success("Webhook saved"),
    onSettled: useRefetch(channelId),
    meta: { quiet: true },
    gcTime: 0,
  });
}

interface EnabledChange {
  webhook: Webhook;
  enabled: boolean;
}

export function useSwitchWebhook(channelId: string) {
  const client = useQueryClient();
  const change = (id: string, fields: Partial<Webhook>) => changeCached(client, channelId, id, fields);
  return useOptimisticToggle({
    queryKey: keys.webhooks(channelId),
    lists: keys.webhooks(channelId),
    send: async ({ webhook, enabled }: EnabledChange) => {
      // The cached webhook, because an earlier switch may have raised the revision.
      const { id, name, events, revision } = cached(client, channelId, webhook.id) ?? webhook;
      const params = { path: pathOf({ channelId, webhookId: id }), query: { revision } };
      const saved = await unwrap(api.PUT(HOOK, { params, body: { name, events, enabled, url: "" } }));
      change(id, { revision: saved.revision });
    },
    show: ({ webhook, enabled }) => {
      change(webhook.id, { enabled });
      return () => change(webhook.id, { enabled: !enabled });
    },
  });
}

function cached(client: QueryClient, channelId: string, webhookId: string): Webhook | undefined {
  return client.getQueryData(webhooksQuery(channelId).queryKey)?.records.find(({ id }) => id === webhookId);
}

function changeCached(client: QueryClient, channelId: string, webhookId: string, fields: Partial<Webhook>): void {
  const change = (one: Webhook) => (one.id === webhookId ? { ...one, ...fields } : one);
  client.setQueryData(
    webhooksQuery(channelId).queryKey,
    (list) => list && { ...list, records: list.records.map(change) },
  );
}

export function useDeleteWebhook(channelId: string) {
  return useSingleMutation({
    mutationFn: (id: string) => unwrap(api.DELETE(HOOK, { params: { path: pathOf({ channelId, webhookId: id }) } })),
    onSuccess: () => toast.success("Webhook deleted"),
    onSettled: useRefetch(channelId),
  });
}

export function useReplaceSecret(path: WebhookPath) {
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${HOOK}/secret`, { params: { path: pathOf(path) } })),
    onSettled: useRefetch(path.channelId),
    meta: { quiet: true },
    gcTime: 0,
  });
}

/** Sends a test and shows the receiver's response in a toast. */
export function useTestWebhook(channelId: string) {
  return useSingleMutation({
    mutationFn: async ({ id, name }: Pick<Webhook, "id" | "name">) => {
      const shown = toast.loading("Sending a test…", name);
      try {
        const params = { path: pathOf({ channelId, webhookId: id }) };
        const result = await unwrap(api.POST(`${HOOK}/test`, { params }));
        const label = testLabel(result);
        if (label === null) shown.error("Not delivered", result.problem);
        else shown.success(label);
      } catch (error) {
        shown.error(messageOf(error));
      }
    },
  });
}

export function useSendAgain(path: WebhookPath) {
  return useSingleMutation({
    mutationFn: (deliveryId: string) =>
      unwrap(
        api.POST(`${DELIVERIES}/{delivery_id}/send`, {
          params: { path: { ...pathOf(path), delivery_id: deliveryId } },
        }),
      ),
    onSettled: useRefetch(path.channelId),
  });
}
