import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import type { AdminUser } from "../../api/types";
import { AdminUsersPage } from "./admin-users.page";

const juno: AdminUser = {
  id: "u1",
  username: "junoplays",
  display_name: "JunoPlays",
  avatar_url: "",
  is_operator: true,
  created_at: "2030-01-02T03:04:05Z",
  last_seen_at: "2030-01-02T03:04:05Z",
  suspended_at: null,
  platforms: ["twitch"],
  owned_channels: ["Late Shift"],
};
const marek: AdminUser = { ...juno, id: "u2", username: "marekfixes", display_name: "MarekFixes", is_operator: false };
const hana: AdminUser = {
  ...marek,
  id: "u3",
  username: "hanamori",
  display_name: "Hana",
  suspended_at: "2030-01-03T00:00:00Z",
};
const deletion = { deleted_channels: [{ id: "c1", display_name: "Night Watch" }], kept_channels: [] };

const calls: string[] = [];

async function respond({ method, url }: Request): Promise<Response> {
  const { pathname, search } = new URL(url);
  const path = pathname.replace("/api/2/admin", "");
  if (method !== "GET") {
    calls.push(`${method} ${path}${search}`);
    return new Response(null, { status: 204 });
  }
  if (path.endsWith("/deletion")) return Response.json(deletion);
  return Response.json({ records: [juno, marek, hana], cursor: null, total: 3 });
}

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal("fetch", respond);
  // The table calls matchMedia for every column, even for columns without a media query.
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => ({ ...wide, addListener: () => undefined, removeListener: () => undefined }));
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.user, juno);
  client.setQueryData(keys.platforms, []);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <AdminUsersPage />
      </MantineProvider>
    </QueryClientProvider>,
  );
});

async function choose(person: string, action: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${person}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
}

test("a user is suspended only after a confirmation", async () => {
  await choose("MarekFixes", "Suspend");
  expect(calls).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Suspend" }));
  await waitFor(() => expect(calls).toEqual(["PUT /users/u2/suspension"]));
});

test("a suspended user is marked, and the suspension can be lifted", async () => {
  expect(await screen.findByText("Suspended")).toBeTruthy();
  await choose("Hana", "Lift suspension");
  await waitFor(() => expect(calls).toEqual(["DELETE /users/u3/suspension"]));
});

test("the dialog that removes a user names the channels that are deleted", async () => {
  await choose("MarekFixes", "Remove");
  expect(await screen.findByText("Night Watch")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(calls).toEqual(["DELETE /users/u2?username=marekfixes"]));
});

test("another user becomes an operator only after a confirmation", async () => {
  await choose("MarekFixes", "Make operator");
  expect(calls).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Make operator" }));
  await waitFor(() => expect(calls).toEqual(["PUT /users/u2/operator"]));
});

test("the menu of an operator's own row has only Remove as operator", async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Actions for JunoPlays" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual(["Remove as operator"]);
});
