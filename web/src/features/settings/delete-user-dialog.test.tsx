import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { clearToken, getToken, setToken } from "../../lib/auth/token";
import { currentToasts } from "../../ui/toast/toast";
import { DeleteUserDialog } from "./delete-user-dialog";

const PREVIEW = { deleted_channels: [], kept_channels: [] };

/** Renders the dialog at /channels; `respond` returns the response to the deletion. */
function open(respond: () => Response) {
  setToken("token");
  onTestFinished(clearToken);
  vi.stubGlobal("fetch", ({ url, method }: Request) => {
    if (method === "DELETE") return Promise.resolve(respond());
    return Promise.resolve(Response.json(url.endsWith("/user") ? { username: "junoplays" } : PREVIEW));
  });
  const dialog = <DeleteUserDialog onClose={() => undefined} />;
  const router = createMemoryRouter([{ path: "*", element: dialog }], { initialEntries: ["/channels"] });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

async function confirm() {
  await screen.findByText("Type junoplays to confirm");
  fireEvent.change(screen.getByPlaceholderText("Username"), { target: { value: "junoplays" } });
  fireEvent.click(screen.getByRole("button", { name: "Delete user profile" }));
}

test("deleting the user's account clears the access token and goes to / [T2 X7]", async () => {
  const router = open(() => new Response(null, { status: 204 }));
  await confirm();
  await waitFor(() => expect(getToken()).toBeNull());
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/", search: "" }));
  const messages = currentToasts().map(({ message }) => message);
  expect(messages).toContain("Your user account has been deleted successfully, bye!");
});

test("a deletion that fails keeps the access token and says why [T2]", async () => {
  const router = open(() => Response.json({ type: "internal", message: "The disk is full" }, { status: 500 }));
  await confirm();
  expect(await screen.findByText("The disk is full")).toBeDefined();
  expect([getToken(), router.state.location.pathname]).toEqual(["token", "/channels"]);
});

test("the dialog says how long chat messages stay, and that some channels keep them forever", async () => {
  open(() => new Response(null, { status: 204 }));
  const rule = "stay until the channel's chat history expires, or forever in channels that keep it forever.";
  expect((await screen.findByText(/Messages you sent in chat/)).textContent).toContain(rule);
});
