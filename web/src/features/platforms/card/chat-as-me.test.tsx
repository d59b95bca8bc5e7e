import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { PlatformOffer } from "./platform-offer";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const KICK = { provider: "kick", name: "Kick", registration: "oauth", flags: { chatWrite: true }, capabilities: [] };

beforeEach(() => {
  fetched.mockReset();
  fetched.mockResolvedValue(Response.json({ url: "http://kick.example/" }));
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("open", () => ({ closed: true, location: { href: "" }, close: vi.fn() }));
});

/** In a channel of its own: the same connection is not started twice. */
function show(channelId: string, accounts: object[], permissions = ["platforms.manage", "channel.delete"]) {
  const client = createQueryClient(vi.fn());
  client.setQueryData(keys.user, { id: "u1", display_name: "Juniper" });
  client.setQueryData(keys.userProviders, accounts);
  client.setQueryData(keys.channel(channelId), { id: channelId, permissions });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        {/* The fields that the card reads. */}
        <PlatformOffer channelId={channelId} platform={JSON.parse(JSON.stringify(KICK))} canManage />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

function sentChoice(): string | null {
  const url = fetched.mock.calls
    .map(([request]) => new URL(request.url))
    .find((one) => one.pathname.includes("connect"));
  return url?.searchParams.get("chat_as_me") ?? null;
}

test("a ticked box requests the permission to chat as oneself with the same consent", async () => {
  show("c1", []);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Also chat as Juniper" }).checked).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Connect Kick" }));
  await waitFor(() => expect(sentChoice()).toBe("true"));
});

test("without the tick only the channel is connected", async () => {
  show("c2", [{ provider: "kick", display_name: "JuniperVale", can_chat: false }]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Also chat as JuniperVale" }));
  fireEvent.click(screen.getByRole("button", { name: "Connect Kick" }));
  await waitFor(() => expect(sentChoice()).toBe("false"));
});

test("there is no box where the user can already chat", async () => {
  show("c3", [{ provider: "kick", display_name: "JuniperVale", can_chat: true }]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Connect Kick" }));
  await waitFor(() => expect(sentChoice()).toBe("false"));
});

test("an Admin, who may connect the streamer's account, gets no box", async () => {
  show("c4", [], ["platforms.manage"]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Connect Kick" }));
  await waitFor(() => expect(sentChoice()).toBe("false"));
});
