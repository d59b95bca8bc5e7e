import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { DeleteUserDialog } from "./delete-user-dialog";

test("says how long the user's chat messages stay, also where chat is kept forever", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ deleted_channels: [], kept_channels: [] })));
  const dialog = <DeleteUserDialog onClose={() => undefined} />;
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider router={createMemoryRouter([{ path: "*", element: dialog }])} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const rule = "stay until the channel's chat history expires, or forever in channels that keep it forever.";
  expect((await screen.findByText(/Messages you sent in chat/)).textContent).toContain(rule);
});
