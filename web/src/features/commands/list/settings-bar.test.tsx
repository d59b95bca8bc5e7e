import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { CommandSettings } from "../command-types";
import { SettingsBar } from "./settings-bar";

const asked = vi.fn<(request: Request) => Promise<Response>>();
const refused = () => Response.json({ type: "unavailable", message: "The database does not answer." }, { status: 503 });

/** What the server has, and says when it is asked. */
let stored: CommandSettings;

async function serve(request: Request): Promise<Response> {
  if (request.method === "PUT") stored = await request.json();
  return Response.json(stored);
}

beforeEach(() => {
  stored = { chat_management: "editors", answer_within: 45 };
  asked.mockReset().mockImplementation(serve);
  vi.stubGlobal("fetch", asked);
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

test("who changes commands from chat is chosen, holds at once, and is sent", async () => {
  show();
  expect((await choice("Editors")).checked).toBe(true);
  let hear: () => void = () => undefined;
  asked.mockImplementation(async (request) => {
    await new Promise<void>((resolve) => {
      hear = resolve;
    });
    return serve(request);
  });
  fireEvent.click(await choice("Moderators too"));
  await waitFor(async () => expect((await choice("Moderators too")).checked).toBe(true));
  expect(stored.chat_management).toBe("editors");
  asked.mockImplementation(serve);
  hear();
  await waitFor(() => expect(stored).toEqual({ chat_management: "mods", answer_within: 45 }));
  expect(asked.mock.calls.at(-1)?.[0].url).toMatch(/\/channels\/c1\/command-settings$/);
});

test("how late a question is still answered is chosen, whatever holds now", async () => {
  show();
  const seconds = await screen.findByRole<HTMLSelectElement>("combobox", { name: /How late/ });
  expect(seconds.value).toBe("45");
  fireEvent.change(seconds, { target: { value: "60" } });
  await waitFor(() => expect(stored).toEqual({ chat_management: "editors", answer_within: 60 }));
  expect(seconds.value).toBe("60");
});

test("a choice that is refused goes back to what holds", async () => {
  show();
  await choice("Editors");
  // Nothing that is asked for afterwards is answered: what holds is known without it.
  asked.mockImplementation((request) =>
    request.method === "PUT" ? Promise.resolve(refused()) : new Promise(() => undefined),
  );
  fireEvent.click(await choice("Moderators too"));
  await waitFor(() => expect(asked.mock.calls.some(([{ method }]) => method === "PUT")).toBe(true));
  await waitFor(async () => expect((await choice("Editors")).checked).toBe(true));
});

test("whoever may not manage commands sees the choice and cannot change it", async () => {
  show(false);
  expect((await choice("Moderators too")).disabled).toBe(true);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: /How late/ }).disabled).toBe(true);
  expect(screen.getByRole("link", { name: "Public page" }).getAttribute("href")).toBe("/c/c1/commands");
});

test("settings that could not be read say so and are asked for again", async () => {
  asked.mockImplementation(async () => refused());
  show();
  expect(await screen.findByText("The database does not answer.", {}, { timeout: 5_000 })).toBeTruthy();
  asked.mockImplementation(serve);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect((await choice("Editors")).checked).toBe(true);
});
