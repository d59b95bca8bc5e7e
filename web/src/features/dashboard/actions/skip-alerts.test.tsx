import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { Channel } from "../../../api/types";
import { QuickActions } from "./quick-actions";

const CHANNEL = { id: "c1", permissions: ["moderation.use"] } as unknown as Channel;

class SilentSocket {
  send() {}
  close() {}
}

test("a moderator skips the alert on screen", async () => {
  const sent: string[] = [];
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal("fetch", ({ method, url }: Request) => {
    if (method === "POST") sent.push(new URL(url).pathname);
    if (method === "POST") return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(Response.json({ bot_muted: false, alerts_paused: false, chats: [], records: [] }));
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <QuickActions channel={CHANNEL} providers={[]} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByLabelText("Skip the alert on screen"));
  await waitFor(() => expect(sent).toEqual(["/api/2/channels/c1/alerts/skip"]));
});
