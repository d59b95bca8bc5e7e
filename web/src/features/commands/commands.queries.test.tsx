import { InfiniteQueryObserver, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { commandsQuery, useDeleteCommands, useSwitchCommands } from "./commands.queries";
import { command } from "./test-command";

const client = createQueryClient(() => undefined);
const { queryKey } = commandsQuery("c1", { q: "", group: "" });

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const page = { records: [command("a"), command("b", { enabled: false })], groups: [], total: 2, cursor: null };
  client.setQueryData(queryKey, { pages: [page], pageParams: [null] });
});

const shown = () =>
  client.getQueryData(queryKey)?.pages.flatMap(({ records }) => records.map(({ id, enabled }) => [id, enabled]));

function run<Result>(hook: () => Result): Result {
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
}

test("if switching commands on fails, each is on or off as before", async () => {
  const { mutateAsync } = run(() => useSwitchCommands("c1"));
  const done = act(() => mutateAsync({ ids: ["a", "b"], enabled: true }).catch(() => undefined));
  await done;
  await waitFor(() =>
    expect(shown()).toEqual([
      ["a", true],
      ["b", false],
    ]),
  );
});

test("a command switched on while another is saved stays on, and the list is fetched once at the end", async () => {
  const list = { records: [command("a"), command("b", { enabled: false })], groups: [], total: 2, cursor: null };
  const puts: (() => void)[] = [];
  let lists = 0;
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.method === "PUT")
      return new Promise((resolve) => puts.push(() => resolve(Response.json({ count: 1 }))));
    lists += 1;
    return Promise.resolve(Response.json(list));
  });
  const options = { ...commandsQuery("c1", { q: "", group: "" }), staleTime: 60_000 };
  const unsubscribe = new InfiniteQueryObserver(client, options).subscribe(() => undefined);
  const { mutate } = run(() => useSwitchCommands("c1"));
  mutate({ ids: ["a"], enabled: true });
  mutate({ ids: ["b"], enabled: true });
  await waitFor(() => expect(puts).toHaveLength(1));
  puts[0]?.();
  await waitFor(() => expect(puts).toHaveLength(2));
  expect([shown()?.[1], lists]).toEqual([["b", true], 0]);
  puts[1]?.();
  await waitFor(() => expect(lists).toBe(1));
  unsubscribe();
});

test("a command whose deletion failed is restored to the list", async () => {
  const { mutateAsync } = run(() => useDeleteCommands("c1"));
  await act(() => mutateAsync(["a"]).catch(() => undefined));
  expect(shown()).toEqual([
    ["a", true],
    ["b", false],
  ]);
});
