import { expect, test } from "vitest";
import { result, timer } from "./test-timer";
import { withNews } from "./timers.live";

test("a run replaces its timer in the list, and one that was deleted does not come back", () => {
  const ran = timer({ id: "t2", last_results: [result("twitch", "sent")] });
  const list = [timer(), timer({ id: "t2" })];
  const news = [
    { type: "timer_ran", timer: ran } as const,
    { type: "timer_ran", timer: timer({ id: "gone" }) } as const,
  ];
  expect(withNews(list, news)).toEqual([timer(), ran]);
});

test("other news leave the list as it is", () => {
  const list = [timer()];
  expect(withNews(list, [{ type: "timers_changed" }])).toBe(list);
});

const lines = (count: number, total: number) => ({ connection_id: "p1", provider: "twitch", count, total });

test("what people write counts for each timer from where it last spoke", () => {
  const list = [timer({ chat_messages: [lines(2, 40)] }), timer({ id: "t2", chat_messages: [lines(40, 40)] })];
  const news = [{ type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] } as const];
  expect(withNews(list, news).map(({ chat_messages }) => chat_messages)).toEqual([[lines(5, 43)], [lines(43, 43)]]);
});

test("a count that is older than a run does not take the bar back", () => {
  const ran = timer({ chat_messages: [lines(0, 44)] });
  const news = [
    { type: "timer_ran", timer: ran } as const,
    { type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] } as const,
  ];
  expect(withNews([timer({ chat_messages: [lines(3, 43)] })], news)).toEqual([ran]);
});
