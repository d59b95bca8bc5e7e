import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { ErrorPage } from "../errors/error-page";
import { useOpenChannel } from "./use-open-channel";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const respondWith = (status: number, body: unknown) =>
  fetched.mockImplementation(async () => Response.json(body, { status }));

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

function Shell() {
  return <p>{useOpenChannel("c1").data?.display_name ?? "Loading"}</p>;
}

async function openChannel() {
  const showError = vi.fn();
  const client = createQueryClient(showError);
  const router = createMemoryRouter([{ path: "*", Component: Shell, ErrorBoundary: ErrorPage }]);
  respondWith(200, { id: "c1", display_name: "Night Shift" });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("Night Shift");
  return { client, showError };
}

test.each([403, 404])("an open channel whose refetch returns %d shows the error page [R6 O2]", async (status) => {
  vi.spyOn(console, "error").mockReturnValue();
  const { client, showError } = await openChannel();
  respondWith(status, { type: "channel_not_found", message: "Channel not found" });
  void client.invalidateQueries({ queryKey: keys.channel("c1") });
  expect(await screen.findByRole("heading", { name: "Channel not found" })).toBeTruthy();
  expect(showError).not.toHaveBeenCalled();
});

test("an open channel whose refetch returns 500 stays on screen, with a toast [X2]", async () => {
  const { client, showError } = await openChannel();
  respondWith(500, { type: "internal", message: "The database is unavailable" });
  void client.invalidateQueries({ queryKey: keys.channel("c1") });
  await waitFor(() => expect(showError).toHaveBeenCalledWith("The database is unavailable"));
  expect(screen.getByText("Night Shift")).toBeTruthy();
});
