import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { entriesQuery } from "../queues.queries";
import { entries, entry } from "../test-queue";

// Without layout the virtualiser would render nothing.
vi.mock("virtua", () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (one: unknown, index: number) => ReactElement }) => (
    <ul>
      {data.map((one, index) => (
        <li key={String(index)}>{children(one, index)}</li>
      ))}
    </ul>
  ),
}));

// Imported anew: a test of the same thread may have imported it with the real virtualiser.
vi.resetModules();
const { WaitingPanel } = await import("./waiting-panel");

const PATH = { channelId: "c1", queueId: "q1" };

function show(canManage = true) {
  const records = ["a", "b", "c"].map((id) => entry(id));
  const data = entries(records, { counts: { waiting: 3, called: 0, playing: 0, finished: 0 } });
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "GET") requests.push(`${new URL(request.url).pathname} ${await request.text()}`);
    if (request.url.endsWith("/platforms")) return Response.json([]);
    return Response.json(request.method === "GET" ? { records: [], cursor: null, total: 0 } : records[2]);
  });
  const client = createQueryClient(() => undefined);
  client.setQueryData(entriesQuery(PATH).queryKey, data);
  const element = <WaitingPanel path={PATH} data={data} canManage={canManage} />;
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return requests;
}

test("the arrow keys on a grip move the viewer, and the new place is announced", async () => {
  const requests = show();
  fireEvent.keyDown(await screen.findByRole("button", { name: "Move c" }), { key: "ArrowUp" });
  await waitFor(() => expect(requests).toEqual(['/api/2/channels/c1/queues/q1/entries/c/place {"after_id":"a"}']));
  expect(screen.getByText("c is number 2 of 3")).toBeDefined();
});

test("the last viewer does not move further down", async () => {
  const requests = show();
  fireEvent.keyDown(await screen.findByRole("button", { name: "Move c" }), { key: "ArrowDown" });
  fireEvent.keyDown(screen.getByRole("button", { name: "Move a" }), { key: "End" });
  await waitFor(() => expect(requests).toEqual(['/api/2/channels/c1/queues/q1/entries/a/place {"after_id":"c"}']));
});

test("search results show their numbers in the queue, and cannot be moved", async () => {
  show();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "c" } });
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual(["3cNo noteNewNow"]);
  expect(screen.queryByRole("button", { name: "Move c" })).toBeNull();
});

test("the key N calls the next round, and sends the number of the round on the screen", async () => {
  const requests = show();
  fireEvent.keyDown(document.documentElement, { key: "n" });
  await waitFor(() => expect(requests).toEqual(['/api/2/channels/c1/queues/q1/next {"round":0}']));
});

test("without permission nothing can be changed", async () => {
  show(false);
  expect(await screen.findByText(/Only Editors and above/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /^(Next|Move|Actions)/ })).toBeNull();
});
