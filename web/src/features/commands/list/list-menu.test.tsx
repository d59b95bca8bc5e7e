import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { ListMenu } from "./list-menu";

test("the default commands are deleted after a confirmation, except the edited ones", async () => {
  const fetched = vi.fn<(request: Request) => Promise<Response>>(async () => Response.json({ count: 9 }));
  vi.stubGlobal("fetch", fetched);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <ListMenu channelId="c1" />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "More actions" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete default commands" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete default commands?" });
  expect(fetched).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  const [request] = fetched.mock.calls[0] ?? [];
  expect([request?.method, request?.url]).toEqual([
    "DELETE",
    expect.stringMatching(/\/channels\/c1\/starter-commands\?unchanged=true$/),
  ]);
});
