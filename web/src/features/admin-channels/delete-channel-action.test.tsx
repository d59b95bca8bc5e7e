import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import type { AdminChannel } from "../../api/types";
import { DeleteChannelAction } from "./delete-channel-action";

const channel: AdminChannel = {
  id: "c1",
  display_name: "Late Shift",
  created_at: "2030-01-02T03:04:05Z",
  owner_names: ["Odalys_"],
  platforms: [],
  level: null,
};

test("a channel is deleted only after its name was typed", async () => {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async ({ method, url }: Request) => {
    calls.push(`${method} ${url.split("/api/2")[1]}`);
    return new Response(null, { status: 204 });
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <DeleteChannelAction channel={channel} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Actions for Late Shift" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const name = await screen.findByLabelText("Type Late Shift to confirm");
  await userEvent.type(name, "Late{Enter}");
  expect(calls).toEqual([]);
  await userEvent.type(name, " Shift{Enter}");
  await waitFor(() => expect(calls).toEqual(["DELETE /admin/channels/c1?display_name=Late%20Shift"]));
});
