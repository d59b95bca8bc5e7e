import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queueQuery } from "./controls/controls.queries";
import { widget } from "./test-widget";
import { merge } from "./widgets.live";
import { sourcesQuery, widgetQuery, widgetsQuery, withNumber } from "./widgets.queries";

const source = {
  id: "s1",
  client: "OBS 31 on Windows",
  width: 1920,
  height: 1080,
  connected_at: "2030-01-02T20:00:00Z",
};

test("when a source connects, the list and the editor count it without a request", () => {
  const client = new QueryClient();
  const [chat, alerts] = [widget(), widget({ id: "w2", sources: 1 })];
  client.setQueryData(widgetsQuery("c1").queryKey, [chat, alerts]);
  client.setQueryData(widgetQuery("c1", chat.id).queryKey, chat);
  merge(client, "c1", [{ type: "widget_sources_changed", widget_id: chat.id, sources: [source] }]);
  expect(client.getQueryData(widgetsQuery("c1").queryKey)?.map(({ sources }) => sources)).toEqual([1, 1]);
  expect(client.getQueryData(widgetQuery("c1", chat.id).queryKey)?.sources).toBe(1);
  expect(client.getQueryData(sourcesQuery("c1", chat.id).queryKey)).toEqual([source]);
  expect(client.getQueryState(widgetsQuery("c1").queryKey)?.isInvalidated).toBe(false);
});

test("an alert queue that another user has paused is shown at once", () => {
  const client = new QueryClient();
  const queue = { is_paused: true, playing: null, waiting: [], dropped: 0 };
  merge(client, "c1", [{ type: "alert_queue_changed", widget_id: "w1", queue }]);
  expect(client.getQueryData(queueQuery("c1", "w1").queryKey)).toEqual(queue);
});

test("a changed widget is fetched again", () => {
  const client = new QueryClient();
  client.setQueryData(widgetsQuery("c1").queryKey, [widget()]);
  merge(client, "c1", [{ type: "widgets_changed" }]);
  expect(client.getQueryState(widgetsQuery("c1").queryKey)?.isInvalidated).toBe(true);
});

test.each([
  ["Chat", [], "Chat"],
  ["Chat", ["Chat"], "Chat 2"],
  ["Chat 2", ["Chat", "Chat 2"], "Chat 3"],
  ["Chat", ["CHAT", "chat 2"], "Chat 3"],
])("a new widget %s among widgets %o is called %s", (wanted, taken, name) => {
  expect(withNumber(wanted, taken)).toBe(name);
});
