import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { InvitePage } from "./invite.page";

function show(status: number, body: { type: string; message: string }) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
  const routes = [{ path: "/channel-invite/:channelUserInviteId", element: <InvitePage /> }];
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/channel-invite/i1#token=secret"] })} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test("an expired invitation is invalid and cannot be tried again", async () => {
  show(410, { type: "invite_expired", message: "This invitation has expired." });
  expect(await screen.findByRole("heading", { name: "Invalid invitation" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /again/i })).toBeNull();
});

test("a rate limit does not make the invitation invalid: it can be tried again", async () => {
  show(429, { type: "rate_limited", message: "Too many requests." });
  expect(await screen.findByRole("button", { name: /again/i })).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Invalid invitation" })).toBeNull();
});
