import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { platformsQuery } from "../../../api/platforms";
import { createQueryClient } from "../../../api/query-client";
import type { Channel, ChannelProvider } from "../../../api/types";
import { PlatformStrip } from "./platform-strip";

const PLATFORMS = [
  { provider: "twitch", name: "Twitch", flags: { stream: true }, capabilities: [] },
  { provider: "kick", name: "Kick", flags: { stream: true }, capabilities: [] },
];
const NAMES = { twitch: "Twitch", kick: "Kick" };

const provider = (overrides: object) =>
  ({
    id: "t1",
    provider: "twitch",
    is_live: true,
    live_since: new Date(Date.now() - 3_725_000).toISOString(),
    title: "Tunic",
    health: { viewers: 1204, lag_ms: 700 },
    connection: { state: "connected", detail: "" },
    ...overrides,
  }) as ChannelProvider;

function show(one: ChannelProvider, viewers: (number | null)[] = []) {
  const client = createQueryClient(() => undefined);
  client.setQueryData<unknown>(platformsQuery.queryKey, PLATFORMS);
  const records = [{ channel_provider_id: one.id, viewers }];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ records })));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <PlatformStrip channel={{ id: "c1", permissions: [] as string[] } as Channel} providers={[one]} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return within(screen.getByRole("region", { name: NAMES[one.provider as keyof typeof NAMES] }));
}

test("a live stream shows its viewers with a sparkline, its uptime and its lag", async () => {
  const cell = show(provider({}), [900, null, 1204]);
  expect(cell.getByText("Live")).toBeTruthy();
  expect(cell.getByTitle("Viewers").textContent).toBe("1,204");
  expect(cell.getByTitle("Uptime").textContent).toMatch(/^1:02:\d\d$/);
  expect(cell.getByTitle("Time from the platform to here").textContent).toBe("lag 0.7 s");
  await cell.findByRole("img", { name: "Viewers on Twitch over the last 30 minutes" });
});

test("the cell of a failing connection shows the reason as a link to the connection", () => {
  const trouble = { state: "failing", detail: "Kick does not answer." };
  const cell = show(provider({ id: "k1", provider: "kick", connection: trouble }));
  const link = cell.getByRole("link", { name: "Kick does not answer." });
  expect(link.getAttribute("href")).toBe("/channels/c1/providers/k1");
});

test("an offline stream shows no uptime, and a missing number is a dash, not zero", () => {
  const cell = show(provider({ is_live: false, health: { viewers: null, lag_ms: null } }));
  expect(cell.getByText("Offline")).toBeTruthy();
  expect(cell.queryByTitle("Uptime")).toBeNull();
  expect(cell.getByTitle("Viewers").textContent).toBe("–");
});
