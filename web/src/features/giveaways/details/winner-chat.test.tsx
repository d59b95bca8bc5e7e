import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ChatEvent } from "../../../api/chat";
import { createQueryClient } from "../../../api/query-client";
import { topics } from "../../../live/topics";
import type { Draw } from "../giveaway-types";
import { WinnerChat } from "./winner-chat";

const DRAW = { id: "d1", provider: "twitch", viewer_id: "v1", name: "Espresso" } as Draw;
const LINKED = { provider: "kick", provider_viewer_id: "k9" };

test("a new message from a linked account refetches the messages, a message from another viewer does not", async () => {
  let receive: (events: readonly ChatEvent[]) => void = () => undefined;
  const subscribe = vi.spyOn(topics, "subscribe").mockImplementation((_topic, { onEvents }) => {
    receive = onEvents as typeof receive;
    return () => undefined;
  });
  const requests: string[] = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const path = new URL(url).pathname.split("/").at(-1) ?? "";
    requests.push(path);
    return Response.json(path === "v1" ? { accounts: [LINKED] } : { records: [], cursor: null });
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <WinnerChat channelId="c1" draw={DRAW} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const line = (id: string) => ({ type: "line", line: { provider: "kick", author: { id } } }) as ChatEvent;
  await waitFor(() => expect(subscribe).toHaveBeenCalledTimes(2));
  act(() => receive([line("k1")]));
  expect(requests.toSorted()).toEqual(["chat-messages", "v1"]);
  act(() => receive([line("k9")]));
  await waitFor(() => expect(requests.toSorted()).toEqual(["chat-messages", "chat-messages", "v1"]));
});
