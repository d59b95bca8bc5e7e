import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { ChannelShell } from "./channel-shell";

const channel = {
  id: "c1",
  display_name: "Night Shift",
  avatar_url: "",
  permissions: ["rehearsal.control"],
  suspended_reason: null as string | null,
};

function openChannel(shown = channel) {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const client = createQueryClient(vi.fn());
  client.setQueryData(keys.channel("c1"), shown);
  const children = [{ index: true, element: <h1>Chat</h1> }];
  const router = createMemoryRouter([{ path: "/channels/:channelId", Component: ChannelShell, children }], {
    initialEntries: ["/channels/c1"],
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

test("the header has the button of the rehearsal panel in a rehearsal only", async () => {
  const mark = document.createElement("script");
  mark.id = "greenroom-rehearsal";
  document.head.append(mark);
  onTestFinished(() => mark.remove());
  openChannel();
  // The button has loaded now, so outside a rehearsal it would be there at once.
  expect(await screen.findByRole("button", { name: "Rehearsal" })).toBeDefined();
  cleanup();
  mark.remove();
  openChannel();
  expect(screen.getByRole("heading", { name: "Chat" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Rehearsal" })).toBeNull();
});

test("the menu of narrow screens, loaded when opened, takes the focus and returns it", async () => {
  openChannel();
  const button = screen.getByRole("button", { name: "Open menu" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  const menu = await screen.findByRole("dialog");
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a suspended channel shows the reason instead of its screens until the suspension is lifted", async () => {
  const client = openChannel({ ...channel, suspended_reason: "Reported for spam" });
  expect(screen.getByRole("heading", { name: "Night Shift is suspended" })).toBeDefined();
  expect(screen.getByText("Reason: Reported for spam")).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Chat" })).toBeNull();
  act(() => client.setQueryData(keys.channel("c1"), channel));
  expect(await screen.findByRole("heading", { name: "Chat" })).toBeDefined();
});
