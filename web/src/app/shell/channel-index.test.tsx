import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { ChannelIndex } from "./channel-index";

test.each([
  ["a moderator", ["chat.read", "moderation.use"], "Chat"],
  ["an editor", ["chat.read", "moderation.use", "commands.manage"], "Platforms"],
])("%s lands on the screen of their work", async (_who, permissions, title) => {
  const client = createQueryClient(vi.fn());
  client.setQueryData(keys.channel("c1"), { id: "c1", permissions });
  const children = [
    { index: true, Component: ChannelIndex },
    { path: "chat", element: <h1>Chat</h1> },
    { path: "providers", element: <h1>Platforms</h1> },
  ];
  const router = createMemoryRouter([{ path: "/channels/:channelId", children }], {
    initialEntries: ["/channels/c1"],
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect((await screen.findByRole("heading")).textContent).toBe(title);
});
