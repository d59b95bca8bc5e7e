import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { platformsQuery } from "../../api/platforms";
import type { Activity } from "./feed/activity-types";
import { event, settings } from "./feed/test-activity";
import { stubAudio } from "./sound/test-audio";
import { gainOf } from "./sound/tone";
import { useFeed } from "./use-feed";

const TOPIC = { topic: "c1:activity", epoch: "e1" };

/** Renders a user's feed with these settings; the socket is connected, and a click has unblocked the sound. */
async function open(own: Partial<typeof settings>) {
  const { gains } = stubAudio();
  const sockets: Socket[] = [];
  class Socket {
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    constructor() {
      sockets.push(this);
    }
    send() {}
    close() {}
  }
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", ({ url }: Request) => {
    if (url.endsWith("/activity-settings")) return Promise.resolve(Response.json({ ...settings, ...own }));
    return Promise.resolve(Response.json({ records: [], cursor: null, smaller_ids: [], permissions: [] }));
  });
  const client = new QueryClient();
  client.setQueryData<unknown>(platformsQuery.queryKey, []);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useFeed("c1"), { wrapper });
  await waitFor(() => expect(result.current.rows).toBeDefined());
  act(() => void document.dispatchEvent(new Event("pointerdown")));
  const send = (frame: object) => sockets[0]?.onmessage?.({ data: JSON.stringify({ ...TOPIC, ...frame }) });
  act(() => {
    sockets[0]?.onopen?.();
    send({ type: "subscribed", seq: 0 });
  });
  let seq = 0;
  const happen = (activity: Partial<Activity>) => {
    seq += 1;
    act(() => void send({ type: "events", seq, events: [event(activity)] }));
  };
  return { gains, happen };
}

test("a new activity plays a sound at the saved volume [P5]", async () => {
  const { gains, happen } = await open({ has_sound: true, volume: 30 });
  happen({ id: "a7" });
  expect(gains).toEqual([gainOf(30), gainOf(30)]);
});

test("an activity that the filter hides is silent, and the next shown one plays a sound [P5]", async () => {
  const { gains, happen } = await open({ has_sound: true, volume: 80, hidden_kinds: ["sub"] });
  happen({ id: "a7" });
  expect(gains).toEqual([]);
  happen({ id: "a8", kind: "raid" });
  expect(gains).toEqual([gainOf(80), gainOf(80)]);
});
