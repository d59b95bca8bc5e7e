import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { CommandSettings } from "../command-types";
import { SettingsBar } from "./settings-bar";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const failure = () => Response.json({ type: "unavailable", message: "The database is unavailable." }, { status: 503 });

/** Settings that the bar does not change. */
const OTHER_SETTINGS = { prefix: "!", default_global_cooldown: 5, default_chatter_cooldown: 15 };

let stored: CommandSettings;

async function serve(request: Request): Promise<Response> {
  if (request.method === "PUT") stored = await request.json();
  return Response.json(stored);
}

beforeEach(() => {
  stored = { chat_management: "editors", answer_within: 45, ...OTHER_SETTINGS };
  fetched.mockReset().mockImplementation(serve);
  vi.stubGlobal("fetch", fetched);
});

function show(canManage = true) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <SettingsBar channelId="c1" canManage={canManage} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

const choice = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });

test("the choice of who can edit commands from chat is shown at once and sent", async () => {
  show();
  expect((await choice("Editors")).checked).toBe(true);
  let respond: () => void = () => undefined;
  fetched.mockImplementation(async (request) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return serve(request);
  });
  fireEvent.click(await choice("Mods"));
  await waitFor(async () => expect((await choice("Mods")).checked).toBe(true));
  expect(stored.chat_management).toBe("editors");
  fetched.mockImplementation(serve);
  respond();
  await waitFor(() => expect(stored).toEqual({ chat_management: "mods", answer_within: 45, ...OTHER_SETTINGS }));
  expect(fetched.mock.calls.at(-1)?.[0].url).toMatch(/\/channels\/c1\/command-settings$/);
});

test("the saved age from which commands are ignored is an option even if it is not a preset", async () => {
  show();
  const seconds = await screen.findByRole<HTMLSelectElement>("combobox", { name: /Ignore commands/ });
  expect(seconds.value).toBe("45");
  fireEvent.change(seconds, { target: { value: "60" } });
  await waitFor(() => expect(stored).toEqual({ chat_management: "editors", answer_within: 60, ...OTHER_SETTINGS }));
  expect(seconds.value).toBe("60");
});

test("two settings changed in quick succession are both saved", async () => {
  show();
  const mods = await choice("Mods");
  const seconds = screen.getByRole("combobox", { name: /Ignore commands/ });
  act(() => {
    mods.click();
    fireEvent.change(seconds, { target: { value: "60" } });
  });
  await waitFor(() => expect(stored).toEqual({ chat_management: "mods", answer_within: 60, ...OTHER_SETTINGS }));
});

test("a change whose request fails restores the stored value", async () => {
  show();
  await choice("Editors");
  // Later requests never complete: the stored value is restored without them.
  fetched.mockImplementation((request) =>
    request.method === "PUT" ? Promise.resolve(failure()) : new Promise(() => undefined),
  );
  fireEvent.click(await choice("Mods"));
  await waitFor(() => expect(fetched.mock.calls.some(([{ method }]) => method === "PUT")).toBe(true));
  await waitFor(async () => expect((await choice("Editors")).checked).toBe(true));
});

test("the settings are read-only without permission", async () => {
  show(false);
  expect((await choice("Mods")).disabled).toBe(true);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: /Ignore commands/ }).disabled).toBe(true);
  expect(screen.getByRole("link", { name: "Public page" }).getAttribute("href")).toBe("/c/c1/commands");
});

test("settings that fail to load show the error and a retry button", async () => {
  fetched.mockImplementation(async () => failure());
  show();
  expect(await screen.findByText("The database is unavailable.", {}, { timeout: 5_000 })).toBeTruthy();
  fetched.mockImplementation(serve);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect((await choice("Editors")).checked).toBe(true);
});
