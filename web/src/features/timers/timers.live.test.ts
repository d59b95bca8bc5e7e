import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { result, timer } from "./test-timer";
import { applyEvents, merge } from "./timers.live";
import { timersQuery } from "./timers.queries";

test("a run replaces its timer in the list, and one that was deleted does not come back", () => {
  const ran = timer({ id: "t2", last_results: [result("twitch", "sent")] });
  const list = [timer(), timer({ id: "t2" })];
  const news = [
    { type: "timer_ran", timer: ran } as const,
    { type: "timer_ran", timer: timer({ id: "gone" }) } as const,
  ];
  expect(applyEvents(list, news)).toEqual([timer(), ran]);
});

test("other news leave the list as it is", () => {
  const list = [timer()];
  expect(applyEvents(list, [{ type: "timers_changed" }])).toBe(list);
});

const lines = (count: number, total: number) => ({ connection_id: "p1", provider: "twitch", count, total });

test("what people write counts for each timer from where it last spoke", () => {
  const list = [timer({ chat_messages: [lines(2, 40)] }), timer({ id: "t2", chat_messages: [lines(40, 40)] })];
  const news = [{ type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] } as const];
  expect(applyEvents(list, news).map(({ chat_messages }) => chat_messages)).toEqual([[lines(5, 43)], [lines(43, 43)]]);
});

test("a count that is older than a run does not take the bar back", () => {
  const ran = timer({ chat_messages: [lines(0, 44)] });
  const news = [
    { type: "timer_ran", timer: ran } as const,
    { type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] } as const,
  ];
  expect(applyEvents([timer({ chat_messages: [lines(3, 43)] })], news)).toEqual([ran]);
});

test("what people write while the list is on its way counts, and nothing is asked for again", async () => {
  const client = new QueryClient();
  const options = timersQuery("c1");
  const asked: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise((resolve) => asked.push(resolve)));
  client.setQueryData(options.queryKey, [timer({ chat_messages: [lines(2, 40)] })]);
  const leave = new QueryObserver(client, { ...options, staleTime: 0 }).subscribe(() => undefined);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  merge(client, "c1", [{ type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] }]);
  asked[0]?.(Response.json({ records: [timer({ chat_messages: [lines(3, 41)] })] }));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryData(options.queryKey)?.[0]?.chat_messages).toEqual([lines(5, 43)]);
  expect(asked).toHaveLength(1);
  leave();
});
