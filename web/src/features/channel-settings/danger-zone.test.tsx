import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { DangerZonePage } from "./danger-zone.page";

const PATH = "/channels/c1/settings/danger-zone";
const LAST_OWNER = { type: "last_owner", message: "The last owner cannot leave." };

function renderPage(showError = vi.fn()) {
  const client = createQueryClient(showError);
  const routes = [
    { path: "/channels/:channelId/settings/danger-zone", element: <DangerZonePage /> },
    { path: "*", element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [PATH] });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { client, router };
}

const noContent = () => new Response(null, { status: 204 });

/** Renders the page for a user with these permissions; `respond` responds to a request to leave. */
function open(permissions: string[], respond: () => Response = noContent) {
  const left: string[] = [];
  const showError = vi.fn();
  vi.stubGlobal("fetch", ({ url, method }: Request) => {
    if (method !== "DELETE") return Promise.resolve(Response.json({ permissions }));
    left.push(new URL(url).pathname);
    return Promise.resolve(respond());
  });
  const { router } = renderPage(showError);
  return { left, showError, router };
}

test("only users who may manage webhooks see the tab Webhooks", async () => {
  open(["channel.delete"]);
  await screen.findByRole("button", { name: "Delete channel" });
  expect(screen.queryByRole("link", { name: "Webhooks" })).toBeNull();
  cleanup();
  open(["platforms.manage"]);
  const tab = await screen.findByRole("link", { name: "Webhooks" });
  expect(tab.getAttribute("href")).toBe("/channels/c1/settings/webhooks");
});

async function askToLeave(respond: () => Response) {
  const page = open([], respond);
  fireEvent.click(await screen.findByRole("button", { name: "Leave channel" }));
  return { ...page, question: within(await screen.findByRole("dialog", { name: "Leave this channel?" })) };
}

test("only an Owner has the button to delete the channel [A6]", async () => {
  open(["access.manage", "platforms.manage"]);
  expect(await screen.findByText("Only Owners can delete a channel.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Delete channel" })).toBeNull();
  cleanup();
  open(["access.manage", "platforms.manage", "channel.delete"]);
  expect(await screen.findByRole("button", { name: "Delete channel" })).toBeDefined();
});

test("leaving asks first, ends the user's membership and opens the list of channels", async () => {
  const { left, router, question } = await askToLeave(noContent);
  expect(left).toEqual([]);
  fireEvent.click(question.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/channels"));
  expect(left).toEqual(["/api/2/channels/c1/membership"]);
});

test("Cancel keeps the user in the channel", async () => {
  const { left, router, question } = await askToLeave(noContent);
  fireEvent.click(question.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([left, router.state.location.pathname]).toEqual([[], PATH]);
});

test("the last owner cannot leave, and sees the reason", async () => {
  const { showError, router, question } = await askToLeave(() => Response.json(LAST_OWNER, { status: 409 }));
  fireEvent.click(question.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(showError.mock.calls).toEqual([["The last owner cannot leave."]]));
  expect(router.state.location.pathname).toBe(PATH);
});

test("the dialog that deletes the channel closes when the user loses the Owner role [A3]", async () => {
  let permissions = ["channel.delete"];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ display_name: "Late Shift", counts: [], permissions })));
  const { client } = renderPage();
  fireEvent.click(await screen.findByRole("button", { name: "Delete channel" }));
  await screen.findByRole("dialog", { name: "Delete channel" });
  permissions = [];
  await client.invalidateQueries({ queryKey: keys.channel("c1") });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
