import { MantineProvider } from "@mantine/core";
import { type InfiniteData, QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { CommandsPageOut } from "../command-types";
import { command } from "../test-command";
import { CommandList } from "./command-list";
import type { Selection } from "./use-selection";

const client = createQueryClient(() => undefined);
const none: Selection = {
  ids: new Set(),
  isOn: false,
  toggle: () => undefined,
  set: () => undefined,
  clear: () => undefined,
};

function show(...records: CommandsPageOut["records"]) {
  const pages = [{ records, cursor: null, total: records.length }];
  client.setQueryData<InfiniteData<unknown>>(["list"], { pages, pageParams: [null] });
}

function List() {
  const commands = useInfiniteQuery<CommandsPageOut>({
    queryKey: ["list"],
    queryFn: () => new Promise(() => undefined),
    initialPageParam: null,
    getNextPageParam: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <CommandList channelId="c1" commands={commands} imports={[]} canManage isFiltered={false} selection={none} />;
}

test("adding the default commands keeps the focus on the button, and then moves it into the list", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  show();
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element: <List /> }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button", { name: "Add default commands" });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  expect(document.activeElement).toBe(button);
  await act(async () => show(command("discord")));
  const first = await screen.findByRole("checkbox", { name: "Select all" });
  await waitFor(() => expect(document.activeElement).toBe(first));
});
