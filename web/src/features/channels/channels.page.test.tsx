import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { ChannelsPage } from "./channels.page";

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

function open(path: string, count: number) {
  const records = Array.from({ length: count }, (_, index) => ({
    id: `c${index + 1}`,
    display_name: `Channel ${index + 1}`,
    avatar_url: "",
    level: 500,
    is_live: false,
    providers: [],
    permissions: ["commands.manage"],
  }));
  fetched.mockImplementation(() => Promise.resolve(Response.json({ records, cursor: null, total: count })));
  const routes = [
    { index: true, Component: ChannelsPage },
    { path: "/channels", Component: ChannelsPage },
    { path: "/welcome", element: <h1>Welcome</h1> },
    { path: "/channels/c1", element: <h1>The only channel</h1> },
  ];
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(vi.fn())}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test.each([
  ["/", 0, "Welcome"],
  ["/", 1, "The only channel"],
])("%s redirects a user with %i channels instead of showing the list", async (path, count, title) => {
  open(path, count);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
});

test.each([
  ["/", 2],
  ["/channels", 1],
])("%s shows the list to a user with %i channels", async (path, count) => {
  open(path, count);
  expect(await screen.findByText("Channel 1")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Channels" })).toBeTruthy();
});
