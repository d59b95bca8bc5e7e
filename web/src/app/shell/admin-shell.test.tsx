import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { AdminShell } from "./admin-shell";

const juno = { id: "u1", username: "junoplays", display_name: "JunoPlays", avatar_url: "", is_operator: false };

test("the admin area opens for a new operator, and closes for a former one, without a reload [A7]", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const client = createQueryClient(vi.fn());
  client.setQueryData(keys.user, juno);
  const children = [{ index: true, element: <h1>All channels</h1> }];
  const router = createMemoryRouter([{ path: "/admin", Component: AdminShell, children }], {
    initialEntries: ["/admin"],
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const setOperator = (is_operator: boolean) => act(() => client.setQueryData(keys.user, { ...juno, is_operator }));
  expect(screen.getByRole("heading", { name: "Forbidden" })).toBeDefined();
  setOperator(true);
  expect(await screen.findByRole("heading", { name: "All channels" })).toBeDefined();
  setOperator(false);
  expect(await screen.findByRole("heading", { name: "Forbidden" })).toBeDefined();
  expect(screen.queryByRole("heading", { name: "All channels" })).toBeNull();
});
