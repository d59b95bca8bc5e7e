import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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

async function openMenu(shown: AdminChannel, item: string) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <ChannelActions channel={shown} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Actions for Late Shift" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}

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
