import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import type { Watch } from "../../api/types";
import { stream, watchOf } from "../../features/watch/test-stream";
import { publicTopics } from "../../live/topics";
import { WatchScreenPage } from "./watch-screen.page";

const LIVE = { is_live: true, embed_url: "https://player.example/?channel=juniper" };
const listeners = new Map<string, (events: readonly unknown[]) => void>();
let watch: Watch;

beforeEach(() => {
  vi.useFakeTimers();
  listeners.clear();
  vi.spyOn(publicTopics, "subscribe").mockImplementation((topic, { onEvents }) => {
    listeners.set(topic, onEvents as (events: readonly unknown[]) => void);
    return () => undefined;
  });
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    if (!url.endsWith("/public-chat")) return Response.json(watch);
    const { channel } = watch;
    return channel.is_chat_public
      ? Response.json({ channel, records: [] })
      : Response.json({ type: "not_found", message: "Channel not found" }, { status: 404 });
  });
});
afterEach(() => vi.useRealTimers());

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open() {
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.platforms, [{ provider: "twitch", name: "Twitch" }]);
  const routes = [{ path: "/watch/:provider/:providerChannelName", element: <WatchScreenPage /> }];
  const router = createMemoryRouter(routes, { initialEntries: ["/watch/twitch/juniper"] });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await advance(2_000);
  return router;
}

test("a private chat appears when it becomes public", async () => {
  const channel = { ...watchOf().channel, is_chat_public: false };
  watch = { ...watchOf(stream("juniper", LIVE)), channel };
  await open();
  const frame = screen.getByTitle("Night Shift's stream on Twitch");
  const isAlone = () => document.querySelector("[data-alone]") !== null;
  expect(isAlone()).toBe(true);
  watch = { ...watch, channel: { ...channel, is_chat_public: true } };
  await advance(15_000);
  expect([isAlone(), screen.getByText("No messages yet").isConnected]).toEqual([false, true]);
  expect(screen.getByTitle("Night Shift's stream on Twitch")).toBe(frame);
});

test("when the account is renamed on the platform, the stream stays on screen and the URL changes", async () => {
  watch = watchOf(stream("juniper", LIVE), stream("second"));
  const router = await open();
  const frame = screen.getByTitle("Night Shift's stream on Twitch");
  const renamed = stream("juniper", { ...LIVE, revision: 2, provider_channel_name: "junipervale" });
  const taken = stream("second", { revision: 2, provider_channel_name: "juniper" });
  watch = watchOf(renamed, taken);
  act(() => listeners.get("c1:public-streams")?.([renamed, taken].map((data) => ({ action: "updated", data }))));
  await advance(0);
  expect(screen.getByTitle("Night Shift's stream on Twitch")).toBe(frame);
  expect(router.state.location.pathname).toBe("/watch/twitch/junipervale");
});
