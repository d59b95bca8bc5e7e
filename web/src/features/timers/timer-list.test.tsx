import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { ItemRows } from "../../session/channel-list/list-screen";
import { timer } from "./test-timer";
import { timers } from "./timers";
import { merge } from "./timers.live";
import { timerList } from "./timers.page";

const lines = { connection_id: "p1", provider: "twitch", count: 2, total: 40 };

function TimerList() {
  const rows = timerList.useRows("c1", "");
  return <ItemRows list={timerList} channelId="c1" rows={rows} canManage onNew={() => undefined} />;
}

/** Renders a list with one timer; `mutationCount` returns the number of DOM changes in the list since it was loaded. */
async function renderList() {
  const nextTimer = vi.fn(() => timer({ chat_messages: [lines] }));
  vi.stubGlobal("fetch", ({ url }: Request) =>
    Promise.resolve(Response.json(url.endsWith("/timers") ? { records: [nextTimer()] } : [])),
  );
  const client = createQueryClient(() => undefined);
  const element = <TimerList />;
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const list = await screen.findByRole("list");
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const mutations: MutationRecord[] = [];
  const observer = new MutationObserver((records) => mutations.push(...records));
  observer.observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
  return { client, nextTimer, mutationCount: () => mutations.push(...observer.takeRecords()) };
}

/** Waits one task, in which React Query notifies its observers. */
const flushUpdates = () => act(() => new Promise((done) => setTimeout(done)));

test("a row changes in the DOM only when its content changes, not for equal responses or chat counts", async () => {
  const { client, nextTimer, mutationCount } = await renderList();
  await act(() => client.invalidateQueries(timers.list("c1")));
  await flushUpdates();
  expect([nextTimer.mock.calls.length, mutationCount()]).toEqual([2, 0]);
  merge(client, "c1", [{ type: "chat_counted", lines: [{ connection_id: "p1", total: 43 }] }]);
  await flushUpdates();
  expect(client.getQueryData(timers.list("c1").queryKey)?.[0]?.chat_messages[0]?.count).toBe(5);
  expect(mutationCount()).toBe(0);
  nextTimer.mockReturnValue(timer({ name: "Schedule" }));
  await act(() => client.invalidateQueries(timers.list("c1")));
  await flushUpdates();
  expect(screen.getByText("Schedule")).toBeDefined();
  expect(mutationCount()).toBeGreaterThan(0);
});
