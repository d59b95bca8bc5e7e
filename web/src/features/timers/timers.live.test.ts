import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { result, timer } from "./test-timer";
import { timers } from "./timers";
import { applyEvents, merge, type TimerEvent } from "./timers.live";

test("a run replaces its timer in the list, but does not restore a deleted timer", () => {
  const ran = timer({ id: "t2", last_results: [result("twitch", "sent")] });
  const list = [timer(), timer({ id: "t2" })];
  const events: TimerEvent[] = [
    { type: "timer_ran", timer: ran },
    { type: "timer_ran", timer: timer({ id: "deleted" }) },
  ];
  expect(applyEvents(list, events)).toEqual([timer(), ran]);
});

test("an event without a timer or counts leaves the list unchanged", () => {
  const list = [timer()];
  expect(applyEvents(list, [{ type: "timers_changed" }])).toBe(list);
});

const lines = (count: number, total: number) => ({ connection_id: "p1", provider: "twitch", count, total });

test("chat messages count for each timer since its last run", () => {
  const list = [timer({ chat_messages: [lines(2, 40)] }), timer({ id: "t2", chat_messages: [lines(40, 40)] })];
  const events: TimerEvent[] = [{ type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] }];
  expect(applyEvents(list, events).map(({ chat_messages }) => chat_messages)).toEqual([
    [lines(5, 43)],
    [lines(43, 43)],
  ]);
});

test("a count older than the last run is ignored", () => {
  const ran = timer({ chat_messages: [lines(0, 44)] });
  const events: TimerEvent[] = [
    { type: "timer_ran", timer: ran },
    { type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] },
  ];
  expect(applyEvents([timer({ chat_messages: [lines(3, 43)] })], events)).toEqual([ran]);
});

test("chat counts that arrive while the list is loading are applied without another request", async () => {
  const client = new QueryClient();
  const options = timers.list("c1");
  const requests: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise((resolve) => requests.push(resolve)));
  client.setQueryData(options.queryKey, [timer({ chat_messages: [lines(2, 40)] })]);
  const unsubscribe = new QueryObserver(client, { ...options, staleTime: 0 }).subscribe(() => undefined);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  merge(client, "c1", [{ type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] }]);
  requests[0]?.(Response.json({ records: [timer({ chat_messages: [lines(3, 41)] })] }));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryData(options.queryKey)?.[0]?.chat_messages).toEqual([lines(5, 43)]);
  expect(requests).toHaveLength(1);
  unsubscribe();
});
