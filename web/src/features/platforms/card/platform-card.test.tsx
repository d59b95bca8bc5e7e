import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { provider } from "../../../api/test-provider";
import type { ChannelProvider, Platform } from "../../../api/types";
import { currentToasts } from "../../../ui/toast/toast";
import { platformOf } from "../connectable";
import { PlatformCard } from "./platform-card";

const BOT = { kind: "own", display_name: "Stagehand", avatar_url: "", scope_needed: false } as const;

afterEach(() => {
  vi.restoreAllMocks();
});

function show(overrides: Partial<ChannelProvider>, platform: Partial<Platform> = {}) {
  const record = provider("a", overrides);
  const descriptor = { ...platformOf([], record.provider), ...platform };
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <MemoryRouter>
          <PlatformCard provider={record} platform={descriptor} canManage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return within(screen.getByRole("region"));
}

test("YouTube without a broadcast opens Studio in a window of 800 x 800 [O6 N4]", () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const card = show({
    provider: "youtube",
    dashboard_url: "https://studio.example/live",
    edit_url: "https://x.example",
  });
  fireEvent.click(card.getByRole("button", { name: "Configure in Studio" }));
  const [url, , features] = open.mock.calls[0] ?? [];
  expect(url).toBe("https://studio.example/live");
  expect(features).toMatch(/width=800,height=800/);
});

test.each([
  ["youtube", "v1"],
  ["kick", null],
])("%s with live_stream_id %s has a link to edit the stream and no Studio [O6 O7]", (provider, live_stream_id) => {
  const urls = { dashboard_url: "https://studio.example/live", edit_url: "https://studio.example/video/v1" };
  const card = show({ provider, live_stream_id, ...urls });
  expect(card.getByRole("link", { name: "Edit stream" }).getAttribute("href")).toBe("https://studio.example/video/v1");
  expect(card.queryByRole("button", { name: "Configure in Studio" })).toBeNull();
});

test("a connection issue shows its reason [P10]", () => {
  const connection = { state: "failing", detail: "Kick is not responding.", since: "2025-03-04T12:00:00Z" } as const;
  const card = show({ provider: "kick", is_live: true, connection });
  for (const text of ["Live", "Connection issue", "Kick is not responding."])
    expect(card.getByText(text)).toBeDefined();
});

test("a permission that the account lacks on the platform is named, with Reconnect [A8]", () => {
  const missing = [{ scope: "chat", label: "Manage live chat" }];
  const card = show({ scope_needed: true, missing_scopes: missing });
  expect(card.getByText("Needs permission")).toBeDefined();
  expect(card.getByText("manage live chat")).toBeDefined();
  expect(card.getByRole("button", { name: "Reconnect" })).toBeDefined();
});

test("the setup help says why a bot on Kick must be a moderator, and how to make it one [A8]", async () => {
  const botHelp = "Make the bot a moderator of your Kick channel: on Kick only moderators can post links.";
  const card = show({ provider: "kick", bot_provider: BOT }, { name: "Kick", botHelp });
  expect(card.getByText("Make it a moderator: on Kick only moderators can post links")).toBeDefined();
  fireEvent.click(card.getByRole("button", { name: "Setup help for Kick" }));
  expect(await card.findByText(botHelp)).toBeDefined();
  expect(card.getByText("Type /mod Stagehand in your chat.")).toBeDefined();
});

const CAN_WRITE = { ...platformOf([], "twitch").flags, chatWrite: true, ownBot: true };

test("without a bot the card says which account answers", () => {
  const card = show({}, { flags: CAN_WRITE });
  expect(card.getByText("Answers as JuniperVale until you connect a bot")).toBeDefined();
});

test.each([
  [{ scope_needed: true, can_chat: false }, "The bot can't respond until you reconnect Twitch"],
  [
    { bot_provider: { ...BOT, scope_needed: true } },
    "Custom bot, missing permissions: can't answer until you reconnect it",
  ],
  [
    { bot_provider: { ...BOT, kind: "system" as const, scope_needed: true } },
    "System bot, missing permissions: can't answer until the server admin reconnects it",
  ],
])("if no account can answer, the card says why: %o", (overrides, text) => {
  expect(show(overrides, { name: "Twitch", flags: CAN_WRITE }).getByText(text)).toBeDefined();
});

test("a read-only chat has no setup help and no bot to connect [P10]", () => {
  const card = show({ provider: "tiktok" }, { name: "TikTok", botHelp: "TikTok chat is read-only." });
  expect(card.getByText("TikTok chat is read-only: no bot responses")).toBeDefined();
  expect(card.queryByRole("button", { name: /bot/ })).toBeNull();
});

test("a handle that is not proven shows its code, and Check asks the server to look for the code", async () => {
  const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({}));
  const card = show({ provider: "tiktok", proof_code: "greenroom-0a1b2c3d4e5f" }, { name: "TikTok" });
  expect(card.getByText("greenroom-0a1b2c3d4e5f")).toBeDefined();
  fireEvent.click(card.getByRole("button", { name: "Check TikTok profile" }));
  // Queries of the card may be sent before the proof.
  const paths = () => sent.mock.calls.map(([request]) => request instanceof Request && new URL(request.url).pathname);
  await waitFor(() => expect(paths()).toContain("/api/2/channels/c1/providers/a/proof"));
});

test("the code of a handle can be copied", async () => {
  // `setup` also installs a clipboard.
  const user = userEvent.setup();
  const card = show({ provider: "tiktok", proof_code: "greenroom-0a1b2c3d4e5f" }, { name: "TikTok" });
  await user.click(card.getByRole("button", { name: "Copy code" }));
  await waitFor(() => expect(currentToasts().map(({ message }) => message)).toEqual(["Code copied"]));
  expect(await navigator.clipboard.readText()).toBe("greenroom-0a1b2c3d4e5f");
});

test("a proven handle shows no code", () => {
  const card = show({ provider: "tiktok" }, { name: "TikTok" });
  expect(card.queryByText(/Handle not confirmed/)).toBeNull();
});

test("a used-up daily quota is shown as a notice [P13]", () => {
  const allowance = {
    used: 10_000,
    total: 10_000,
    forecast: 10_000,
    resets_at: "2025-03-05T08:00:00Z",
    restriction: "The quota is used up until midnight Pacific.",
  };
  const card = show({ provider: "youtube", health: { ...provider("b").health, allowance } });
  expect(card.getByText("100 %")).toBeDefined();
  expect(card.getByText("The quota is used up until midnight Pacific.")).toBeDefined();
});

test("the features of a connected platform are folded behind their count", () => {
  const capabilities = [
    { label: "Read and write chat", supported: true, reason: "" },
    { label: "Replies", supported: false, reason: "not available on YouTube" },
  ];
  const card = show({ provider: "youtube" }, { capabilities });
  const summary = card.getByText("1 feature, 1 not available");
  expect(summary.closest("details")?.open).toBe(false);
  expect(card.getByText(/Replies · not available on YouTube/)).toBeTruthy();
});
