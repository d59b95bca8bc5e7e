import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { channelResource } from "../../api/channel-resource";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { ItemSwitch } from "../../session/channel-list/declaration";
import { copyText } from "../../ui/buttons/copy-link";
import { toast } from "../../ui/toast/toast";
import type { Widget, WidgetSource, WidgetType } from "./widget-types";

const WIDGETS = "/api/2/channels/{channel_id}/widgets";
const WIDGET = "/api/2/channels/{channel_id}/widgets/{widget_id}";

export const pathOf = (channelId: string, widgetId: string) => ({ channel_id: channelId, widget_id: widgetId });

export const widgets = channelResource(WIDGETS, "widget");
export const { list: widgetsQuery, item: widgetQuery } = widgets;

/** All types of widgets; fetched once, because they change only with the version of the server. */
export function typesQuery(channelId: string) {
  return queryOptions({
    queryKey: ["widget-types"],
    queryFn: async (): Promise<WidgetType[]> =>
      (
        await unwrap(
          api.GET("/api/2/channels/{channel_id}/widget-types", { params: { path: { channel_id: channelId } } }),
        )
      ).records,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function sourcesQuery(channelId: string, widgetId: string) {
  return queryOptions({
    queryKey: [...keys.widgets(channelId), "sources", widgetId],
    queryFn: async (): Promise<WidgetSource[]> =>
      (await unwrap(api.GET(`${WIDGET}/sources`, { params: { path: pathOf(channelId, widgetId) } }))).records,
  });
}

/** The path of the widget's page, with the widget's key; fetched again when `key_end` changes. */
export function addressQuery(channelId: string, widget: Pick<Widget, "id" | "key_end">) {
  return queryOptions({
    queryKey: [...keys.widgets(channelId), "address", widget.id, widget.key_end],
    queryFn: async (): Promise<string> =>
      (await unwrap(api.GET(`${WIDGET}/key`, { params: { path: pathOf(channelId, widget.id) } }))).path,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const fullAddress = (path: string) => new URL(path, window.location.origin).href;

export function useCopyAddress(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (widget: Pick<Widget, "id" | "key_end">) => {
      const path = await client.fetchQuery(addressQuery(channelId, widget));
      await copyText(fullAddress(path), "Address copied");
    },
  });
}

export function useCreateWidget(channelId: string, onCreated: (widget: Widget) => void) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ name, label }: Pick<WidgetType, "name" | "label">) =>
      unwrap(
        api.POST(WIDGETS, {
          params: { path: { channel_id: channelId } },
          body: { name: await freeName(client, channelId, label), type: name, enabled: true, settings: {}, css: "" },
        }),
      ),
    onSuccess: (widget) => {
      cacheCreated(client, channelId, widget);
      onCreated(widget);
    },
  });
}

export function useDuplicateWidget(channelId: string, onCreated: (widget: Widget) => void) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ name, type, enabled, settings, css }: Widget) =>
      unwrap(
        api.POST(WIDGETS, {
          params: { path: { channel_id: channelId } },
          body: { name: await freeName(client, channelId, name), type, enabled, settings, css },
        }),
      ),
    onSuccess: (widget) => {
      cacheCreated(client, channelId, widget);
      toast.success("Widget duplicated", widget.name);
      onCreated(widget);
    },
  });
}

function cacheCreated(client: QueryClient, channelId: string, widget: Widget): void {
  client.setQueryData(widgetQuery(channelId, widget.id).queryKey, widget);
  void client.invalidateQueries({ queryKey: widgetsQuery(channelId).queryKey });
}

async function freeName(client: QueryClient, channelId: string, name: string): Promise<string> {
  const others = await client.ensureQueryData(widgetsQuery(channelId));
  const taken = others.map((other) => other.name);
  return withNumber(name, taken);
}

const MAX_STEM_LENGTH = 90;

/** The name if it is free, else with the first free number: "Chat 2". Ignores case, like the server. */
export function withNumber(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  if (!keys.has(nameKey(name))) return name;
  const stem = name.replace(/ \d+$/, "").slice(0, MAX_STEM_LENGTH);
  let number = 2;
  while (keys.has(nameKey(`${stem} ${number}`))) number += 1;
  return `${stem} ${number}`;
}

const nameKey = (name: string) => name.normalize("NFC").toLowerCase();

/** The switch that shows a widget on stream. */
export const enabledSwitch: ItemSwitch<Widget> = {
  field: "enabled",
  label: "is on",
  send: (channelId, { id }, enabled) =>
    unwrap(api.PUT(`${WIDGET}/enabled`, { params: { path: pathOf(channelId, id) }, body: { enabled } })),
  showElsewhere: (client, channelId, id, enabled) =>
    client.setQueryData(widgetQuery(channelId, id).queryKey, (widget) => widget && { ...widget, enabled }),
};

/** Creates a new key for a widget; every page with the old key goes blank. */
export function useRotateKey(channelId: string, widgetId: string, onDone: () => void) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${WIDGET}/key`, { params: { path: pathOf(channelId, widgetId) } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.widgets(channelId) });
      toast.success("New key created", "Copy the new address into OBS.");
      onDone();
    },
  });
}
