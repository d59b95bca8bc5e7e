import { expect, test } from "vitest";
import { isNarrowed, NO_FILTER, queryOf, readFilter, writeFilter } from "./audit-filter";

test("the filter is read from the URL and written back without defaults", () => {
  const filter = readFilter(new URLSearchParams("search=game&person=user:1&kind=token&section=commands&days=30"));
  expect(filter).toEqual({ search: "game", person: "user:1", kind: "token", section: "commands", days: "30" });
  expect(writeFilter(filter).toString()).toBe("search=game&person=user%3A1&kind=token&section=commands&days=30");
  expect(writeFilter(readFilter(new URLSearchParams("days=900&kind=ghost"))).toString()).toBe("");
});

test("a period begins at local midnight and includes today", () => {
  const now = new Date(2025, 10, 11, 21, 34);
  expect(queryOf({ ...NO_FILTER, days: "7" }, now).since).toBe(new Date(2025, 10, 5).toISOString());
  expect(queryOf({ ...NO_FILTER, days: "1" }, now).since).toBe(new Date(2025, 10, 11).toISOString());
  expect(queryOf(NO_FILTER, now)).toEqual({ search: "", person: "", section: "" });
});

test("a period or a section narrows the filter, NO_FILTER shows the whole log", () => {
  expect([isNarrowed(NO_FILTER), isNarrowed({ ...NO_FILTER, days: "7" })]).toEqual([false, true]);
  expect(isNarrowed({ ...NO_FILTER, section: "timers" })).toBe(true);
});
