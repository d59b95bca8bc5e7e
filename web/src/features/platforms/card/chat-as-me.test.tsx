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

/** Renders the card. Each test uses its own channel, because a channel's connect flow runs only once at a time. */
function show(channelId: string, accounts: object[], permissions = ["platforms.manage", "channel.delete"]) {
  const client = createQueryClient(vi.fn());
  client.setQueryData(keys.user, { id: "u1", display_name: "Juniper" });
  client.setQueryData(keys.userProviders, accounts);
  client.setQueryData(keys.channel(channelId), { id: channelId, permissions });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        {/* Only the fields that the card reads. */}
        <PlatformOffer channelId={channelId} platform={JSON.parse(JSON.stringify(KICK))} canManage />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

function sentChoice(): string | null {
  const url = fetched.mock.calls
    .map(([request]) => new URL(request.url))
    .find((each) => each.pathname.includes("connect"));
  return url?.searchParams.get("chat_as_me") ?? null;
}

test("with the box ticked, the same consent also allows chatting as the user", async () => {
  show("c1", []);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Also chat as Juniper" }).checked).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Connect Kick" }));
  await waitFor(() => expect(sentChoice()).toBe("true"));
});

test("an unticked box connects only the channel", async () => {
  show("c2", [{ provider: "kick", display_name: "JuniperVale", can_chat: false }]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Also chat as JuniperVale" }));
  fireEvent.click(screen.getByRole("button", { name: "Connect Kick" }));
  await waitFor(() => expect(sentChoice()).toBe("false"));
});

test("a user who can already chat on the platform gets no box", async () => {
  show("c3", [{ provider: "kick", display_name: "JuniperVale", can_chat: true }]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Connect Kick" }));
  await waitFor(() => expect(sentChoice()).toBe("false"));
});

test("an Admin who is not an Owner gets no box", async () => {
  show("c4", [], ["platforms.manage"]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Connect Kick" }));
  await waitFor(() => expect(sentChoice()).toBe("false"));
});
