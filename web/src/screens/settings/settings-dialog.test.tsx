import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { SettingsDialog } from "./settings-dialog";

const FEED = { hidden_kinds: [], minimums: {}, group_follows: true, has_sound: false, volume: 50 };
const CHANNEL = { id: "c1", display_name: "Night Shift", permissions: ["activity.read"] };

/** Fake server that returns the settings saved last. */
function startServer() {
  const saved: Record<string, unknown> = { "/api/2/user/settings": {}, "/api/2/channels/c1/activity-settings": FEED };
  const puts: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/2/channels/c1") return Response.json(CHANNEL);
    if (request.method === "PUT") {
      const body = await request.json();
      puts.push([pathname, body]);
      saved[pathname] = { ...(saved[pathname] as object), ...body };
    }
    return Response.json(saved[pathname] ?? []);
  });
  return puts;
}

async function open(path: string, tab: string) {
  const routes = [{ path: "/channels/:channelId", element: <SettingsDialog onClose={vi.fn()} /> }];
  const router = createMemoryRouter([...routes, { path: "*", element: <SettingsDialog onClose={vi.fn()} /> }], {
    initialEntries: [path],
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(vi.fn())}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(await screen.findByRole("tab", { name: tab }));
}

test("the language of dates and the chat appearance are saved in the user's settings", async () => {
  const puts = startServer();
  await open("/channels", "Display");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Language of dates and numbers" }), "Deutsch");
  await userEvent.click(screen.getByRole("switch", { name: "Timestamps" }));
  await userEvent.selectOptions(screen.getByRole("combobox"), "English (United Kingdom)");
  await vi.waitFor(() => expect(puts).toHaveLength(3));
  expect(puts.map(([, body]) => body)).toEqual([
    { locale: "de-DE" },
    { chat_look: expect.objectContaining({ hasTimes: true, fontSize: 13 }) },
    { locale: null },
  ]);
});

test("the dialog switches on the sound for activities of the open channel, and then has Volume and Test", async () => {
  const puts = startServer();
  await open("/channels/c1", "Sounds");
  const sounds = await screen.findByRole("region", { name: "Notification sounds" });
  await userEvent.click(await within(sounds).findByRole("switch", { name: "Sound for new activities" }));
  expect(await within(sounds).findByRole("button", { name: "Test" })).toBeTruthy();
  expect(within(sounds).getByRole("slider", { name: "Volume" })).toBeTruthy();
  await vi.waitFor(() =>
    expect(puts).toEqual([["/api/2/channels/c1/activity-settings", { ...FEED, has_sound: true }]]),
  );
});

test("outside a channel the dialog says to open one for its sounds", async () => {
  startServer();
  await open("/channels", "Sounds");
  expect(screen.getByText("Open a channel to set its sounds.")).toBeTruthy();
});
