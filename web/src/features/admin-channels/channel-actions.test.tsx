import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import type { AdminChannel } from "../../api/types";
import { ChannelActions } from "./channel-actions";

const channel: AdminChannel = {
  id: "c1",
  display_name: "Late Shift",
  created_at: "2030-01-02T03:04:05Z",
  owner_names: ["Odalys_"],
  platforms: [],
  suspended_at: null,
  suspended_reason: "",
  level: null,
};

const sent = vi.fn<(request: string, body: string) => void>();

beforeEach(() => {
  sent.mockReset();
  vi.stubGlobal("fetch", async (request: Request) => {
    sent(`${request.method} ${request.url.split("/api/2")[1]}`, await request.text());
    return new Response(null, { status: 204 });
  });
});

async function openMenu(shown: AdminChannel, item: string | null) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <MemoryRouter>
          <ChannelActions channel={shown} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Actions for Late Shift" }));
  if (item) await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}

test("the menu of a channel in which the operator has no role has Details instead of Open", async () => {
  const details = {
    connections: [{ provider: "twitch", name: "odalys_", is_live: false }],
    last_stream_started_at: new Date(2030, 0, 5, 20, 15).toISOString(),
    last_stream_ended_at: new Date(2030, 0, 5, 23, 0).toISOString(),
    sizes: { "Chat messages": 12_345, Timers: 0 },
  };
  vi.stubGlobal("fetch", (request: Request) =>
    Promise.resolve(Response.json(request.url.endsWith("/admin/channels/c1") ? details : [])),
  );
  await openMenu({ ...channel, suspended_at: "2030-01-06T00:00:00Z", suspended_reason: "Spam" }, "Details");
  const sheet = await screen.findByRole("dialog", { name: "Late Shift" });
  expect(await within(sheet).findByText("5 January 2030 at 20:15")).toBeTruthy();
  const facts = within(sheet)
    .getAllByRole("definition")
    .map(({ textContent }) => textContent.trim());
  expect(facts).toEqual([
    "Spam",
    "Odalys_",
    expect.stringContaining("2 January 2030"),
    "5 January 2030 at 20:15",
    "odalys_",
    "12,345",
  ]);
});

test("the menu of a channel in which the operator has a role has Open, and no Details", async () => {
  await openMenu({ ...channel, level: 7 }, null);
  expect((await screen.findByRole("menuitem", { name: "Open" })).getAttribute("href")).toBe("/channels/c1");
  expect(screen.queryByRole("menuitem", { name: "Details" })).toBeNull();
});

test("a channel is deleted only after its name was typed", async () => {
  await openMenu(channel, "Delete");
  const name = await screen.findByLabelText("Type Late Shift to confirm");
  await userEvent.type(name, "Late{Enter}");
  expect(sent).not.toHaveBeenCalled();
  await userEvent.type(name, " Shift{Enter}");
  await waitFor(() => expect(sent.mock.calls).toEqual([["DELETE /admin/channels/c1?display_name=Late%20Shift", ""]]));
});

test("a channel is suspended only with a reason", async () => {
  await openMenu(channel, "Suspend");
  const reason = await screen.findByLabelText("Reason");
  await userEvent.type(reason, " {Enter}");
  expect(sent).not.toHaveBeenCalled();
  await userEvent.type(reason, "Spam{Enter}");
  await waitFor(() => expect(sent.mock.calls).toEqual([["PUT /admin/channels/c1/suspension", '{"reason":"Spam"}']]));
});

test("the suspension of a channel is lifted from its menu", async () => {
  await openMenu({ ...channel, suspended_at: "2030-01-03T00:00:00Z", suspended_reason: "Spam" }, "Lift suspension");
  await waitFor(() => expect(sent.mock.calls).toEqual([["DELETE /admin/channels/c1/suspension", ""]]));
});
