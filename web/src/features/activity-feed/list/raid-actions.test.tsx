import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { keys } from "../../../api/keys";
import { platformsQuery } from "../../../api/platforms";
import type { Activity } from "../feed/activity-types";
import { activity } from "../feed/test-activity";
import { RaidActions } from "./raid-actions";

interface Options {
  raid?: Partial<Activity>;
  permissions?: string[];
  isSupported?: boolean;
}

function show({ raid = {}, permissions = ["moderation.use"], isSupported = true }: Options) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keys.channel("c1"), { permissions });
  const capabilities = [{ label: "Shoutouts", supported: isSupported, reason: "" }];
  client.setQueryData<unknown>(platformsQuery.queryKey, [{ provider: "twitch", name: "Twitch", capabilities }]);
  const requests: Request[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    requests.push(request);
    return Promise.resolve(Response.json({ id: "m1" }));
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <RaidActions channelId="c1" raid={activity({ kind: "raid", ...raid })} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return requests;
}

test("the raider gets a shoutout in the chat of the raid", async () => {
  const requests = show({});
  await userEvent.click(screen.getByRole("button", { name: "Shout out" }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.url).toContain("/channels/c1/twitch/p1/shoutout");
  expect(await requests[0]?.json()).toEqual({ provider_viewer_id: "v1" });
});

test("the link Check new chatters leads to the chat, also without moderation permissions", () => {
  show({ permissions: [] });
  expect(screen.getByRole("link", { name: "Check new chatters" }).getAttribute("href")).toBe("/channels/c1/chat");
});

test.each<[string, Options]>([
  ["the permission", { permissions: ["chat.read"] }],
  ["shoutouts on the platform", { isSupported: false }],
  ["a real raider", { raid: { is_test: true } }],
  ["a connected platform", { raid: { connection_id: null } }],
])("without %s there is no shoutout", (_missing, options) => {
  show(options);
  expect(screen.queryByRole("button", { name: "Shout out" })).toBeNull();
});
