import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { platformsQuery } from "../../../api/platforms";
import { createQueryClient } from "../../../api/query-client";
import type { Platform } from "../../../api/types";
import { entries, entry } from "../test-queue";
import { CalledPanel } from "./called-panel";

const platform = (provider: string, name: string, chatWrite: boolean) => ({
  provider,
  name,
  flags: { chatWrite, stream: true },
});

test("the help names every platform on which called viewers can't be reached", () => {
  const client = createQueryClient(() => undefined);
  client.setQueryData(platformsQuery.queryKey, [
    platform("twitch", "Twitch", true),
    platform("tiktok", "TikTok", false),
    platform("kick", "Kick", false),
  ] as Platform[]);
  const called = [
    entry("a", { state: "called", provider: "tiktok" }),
    entry("b", { state: "called", provider: "kick" }),
    entry("c", { state: "called", provider: "twitch" }),
  ];
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <MemoryRouter>
          <CalledPanel path={{ channelId: "c1", queueId: "q1" }} data={entries(called)} canManage />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText(/chat can only be read/).textContent).toContain(
    "TikTok and Kick chat can only be read, so say a, b aloud.",
  );
});
