import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { ApiToken, ApiTokenBody } from "../../../api/types";
import { ApiTokens } from "./api-tokens";

const SECRET = "grt_fourteen-hens";
const TOKEN: ApiToken = {
  id: "t1",
  name: "Stream Deck",
  last_four: "hens",
  scopes: ["commands.read", "commands.manage"],
  created_at: "2026-01-01T00:00:00Z",
  expires_at: null,
  last_used_at: null,
};

/** Renders the section with a stubbed server; returns the created tokens and the paths of the revoked tokens. */
function open(tokens: ApiToken[], refusal?: object) {
  const created: ApiTokenBody[] = [];
  const revoked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "DELETE") {
      revoked.push(new URL(request.url).pathname);
      return new Response(null, { status: 204 });
    }
    if (request.method !== "POST") return Response.json(tokens);
    if (refusal) return Response.json(refusal, { status: 409 });
    created.push(await request.json());
    tokens.push(TOKEN);
    return Response.json({ token: TOKEN, secret: SECRET }, { status: 201 });
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <ApiTokens onConfirming={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { created, revoked };
}

async function fillIn(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: "New token" }));
  await userEvent.type(await screen.findByLabelText("Name"), name);
  await userEvent.click(screen.getByRole("checkbox", { name: "Change Commands" }));
  await userEvent.click(screen.getByRole("radio", { name: "1 year" }));
}

test("the secret of a new token is shown once, with a button that copies it", async () => {
  const user = userEvent.setup();
  const { created } = open([]);
  expect(await screen.findByText("No tokens yet")).toBeTruthy();
  await fillIn("Stream Deck");
  await user.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByDisplayValue(SECRET)).toBeTruthy();
  expect(created).toEqual([{ name: "Stream Deck", lifetime: "1_year", scopes: ["commands.manage", "commands.read"] }]);
  await user.click(screen.getByRole("button", { name: "Copy token" }));
  expect(await navigator.clipboard.readText()).toBe(SECRET);
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(await screen.findByText("Stream Deck")).toBeTruthy();
  expect(screen.queryByDisplayValue(SECRET)).toBeNull();
});

test("a token needs a name and at least one permission", async () => {
  open([]);
  await userEvent.click(await screen.findByRole("button", { name: "New token" }));
  const button = await screen.findByRole("button", { name: "Create token" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.type(screen.getByLabelText("Name"), "Deck");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(screen.getByRole("checkbox", { name: "View Stats" }));
  expect(button.getAttribute("aria-disabled")).toBeNull();
});

test("a refusal is shown in the form, which keeps the typed name", async () => {
  open([], { type: "name_taken", message: "Stream Deck already exists." });
  await fillIn("Stream Deck");
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("Stream Deck already exists.")).toBeTruthy();
  expect(screen.getByDisplayValue("Stream Deck")).toBeTruthy();
});

test("a token is revoked after a confirmation", async () => {
  const { revoked } = open([TOKEN]);
  expect(await screen.findByText("Commands (change)")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Revoke Stream Deck" }));
  expect(await screen.findByText(/lose access at once/)).toBeTruthy();
  expect(revoked).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Revoke" }));
  expect(revoked).toEqual(["/api/2/user/api-tokens/t1"]);
});
