import { QueryClientProvider } from "@tanstack/react-query";
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

test("a switch that the server does not hear goes back to where each command was", async () => {
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

test("a command that could not be deleted is back in the list", async () => {
  const { mutateAsync } = run(() => useDeleteCommands("c1"));
  await act(() => mutateAsync(["a"]).catch(() => undefined));
  expect(shown()).toEqual([
    ["a", true],
    ["b", false],
  ]);
});
