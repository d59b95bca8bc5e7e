import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { CreateChannelPage } from "./create-channel.page";

test("two presses of Enter create one channel, and the button stays busy until the channel opens [P2]", async () => {
  const fetched = vi.fn(async (_request: Request) => Response.json({ id: "c1" }, { status: 201 }));
  vi.stubGlobal("fetch", fetched);
  let open = () => {};
  const opening = new Promise<{ element: ReactNode }>((resolve) => {
    open = () => resolve({ element: <p>Open</p> });
  });
  const routes = [
    { path: "/", Component: CreateChannelPage },
    { path: "/channels/c1", lazy: () => opening },
  ];
  render(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient(vi.fn())}>
        <RouterProvider router={createMemoryRouter(routes)} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const field = screen.getByLabelText("Channel name");
  fireEvent.change(field, { target: { value: "Night Shift" } });
  const form = field.closest("form") ?? expect.fail("the field has no form");
  fireEvent.submit(form);
  fireEvent.submit(form);
  await vi.waitFor(() => expect(fetched).toHaveResolved());
  await act(async () => undefined);
  expect(screen.getByRole("button", { name: "Create channel" })).toHaveProperty("ariaBusy", "true");
  open();
  await screen.findByText("Open");
  expect(fetched).toHaveBeenCalledOnce();
});
