import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { applyUses, merge } from "./commands.live";
import { commandsQuery } from "./commands.queries";
import { command } from "./test-command";

test("a use updates the count and time of its command, and the latest use wins", () => {
  const list = [command("a"), command("b", { use_count: 3 })];
  const used = { type: "command_used", command_id: "a", last_used_at: "2025-03-04T21:38:00Z" } as const;
  const counted = applyUses(list, [
    { ...used, use_count: 1 },
    { ...used, use_count: 2, last_used_at: "2025-03-04T21:39:00Z" },
  ]);
  expect(counted.map(({ use_count, last_used_at }) => [use_count, last_used_at])).toEqual([
    [2, "2025-03-04T21:39:00Z"],
    [3, null],
  ]);
});

test("live messages that report no use leave the list unchanged", () => {
  const list = [command("a")];
  expect(applyUses(list, [{ type: "commands_changed" }])).toBe(list);
});

test("a use that arrives while the list is loading is applied without another request", async () => {
  const client = new QueryClient();
  const requests: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise((resolve) => requests.push(resolve)));
  const options = commandsQuery("c1", { q: "", group: "" });
  const unsubscribe = new InfiniteQueryObserver(client, options).subscribe(() => undefined);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.(Response.json({ records: [command("a")], groups: [], total: 1, cursor: null }));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  void client.invalidateQueries();
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  merge(client, "c1", [{ type: "command_used", command_id: "a", use_count: 8, last_used_at: "2025-03-04T21:38:00Z" }]);
  requests[1]?.(Response.json({ records: [command("a", { use_count: 7 })], groups: [], total: 1, cursor: null }));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryData(options.queryKey)?.pages[0]?.records[0]?.use_count).toBe(8);
  expect(requests).toHaveLength(2);
  unsubscribe();
});
