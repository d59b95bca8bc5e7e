import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import { queueQuery } from "./controls/controls.queries";
import type { Schemas, Widget } from "./widget-types";
import { sourcesQuery, widgetQuery, widgetsQuery } from "./widgets.queries";

/** Live messages on a channel's widget topic. */
export type WidgetEvent = Extract<
  Schemas[keyof Schemas],
  { type: "widgets_changed" | "widget_sources_changed" | "alert_queue_changed" }
>;
type StateChanged = Exclude<WidgetEvent, { type: "widgets_changed" }>;
type SourcesChanged = Extract<WidgetEvent, { type: "widget_sources_changed" }>;

/** Keeps the list, the open editor, the connected sources and the alert queue up to date. */
export function useWidgetsLive(channelId: string): void {
  useChannelTopic<WidgetEvent>(channelId, { topic: "widgets", queryKey: keys.widgets, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly WidgetEvent[]): void {
  const queryKey = keys.widgets(channelId);
  const states = events.filter((event): event is StateChanged => event.type !== "widgets_changed");
  // Each event has the whole state, so it can be applied on top of any response.
  applyLiveUpdate(client, queryKey, () => {
    for (const event of states) applyState(client, channelId, event);
  });
  if (states.length < events.length) refetchLive(client, queryKey);
}

function applyState(client: QueryClient, channelId: string, event: StateChanged): void {
  if (event.type === "widget_sources_changed") applySources(client, channelId, event);
  else client.setQueryData(queueQuery(channelId, event.widget_id).queryKey, event.queue);
}

function applySources(client: QueryClient, channelId: string, { widget_id: id, sources }: SourcesChanged): void {
  const withSourceCount = (widget: Widget) => (widget.id === id ? { ...widget, sources: sources.length } : widget);
  client.setQueryData(widgetsQuery(channelId).queryKey, (list) => list?.map(withSourceCount));
  client.setQueryData(widgetQuery(channelId, id).queryKey, (widget) => widget && withSourceCount(widget));
  client.setQueryData(sourcesQuery(channelId, id).queryKey, sources);
}
