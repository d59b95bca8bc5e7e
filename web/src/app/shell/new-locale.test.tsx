import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { clearToken, setToken } from "../../lib/auth/token";
import { formatNumber, setLocale } from "../../lib/locale";
import { lazyScreen } from "../../lib/reload-guard";
import { HomeShell } from "./home-shell";
import { SignedIn } from "./signed-in";

function Screen() {
  return (
    <>
      <p>{formatNumber(1234.5)}</p>
      <textarea aria-label="Response" />
    </>
  );
}

function openScreen() {
  setToken("token");
  onTestFinished(() => {
    clearToken();
    setLocale(null);
  });
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  vi.stubGlobal(
    "WebSocket",
    class extends EventTarget {
      close() {}
      send() {}
    },
  );
  const client = createQueryClient(vi.fn());
  client.setQueryData(keys.user, { id: "u1", display_name: "Juno", username: "juno", avatar_url: "", notices: [] });
  client.setQueryData(keys.userSettings, {});
  const lazy = lazyScreen(async () => ({ Screen }), "Screen");
  const children = [{ Component: HomeShell, children: [{ index: true, lazy, HydrateFallback: () => null }] }];
  const router = createMemoryRouter([{ path: "/", Component: SignedIn, children }]);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

test("a new locale shows in open screens, which keep the text typed in them", async () => {
  const client = openScreen();
  const field = await screen.findByLabelText("Response");
  await userEvent.type(field, "Not saved yet");
  act(() => client.setQueryData(keys.userSettings, { locale: "de-DE" }));
  expect(await screen.findByText("1.234,5")).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Response").value).toBe("Not saved yet");
});
