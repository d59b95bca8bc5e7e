import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { ChannelProvider } from "../../../api/types";
import { AdBox } from "./ad-box";

const TWITCH = { id: "t1", provider: "twitch" } as ChannelProvider;
const REFUSAL = { type: "refused", message: "Twitch says: the channel must be an affiliate." };
const schedule = { next_ad_at: null, last_ad_at: null, seconds: 0, snoozes_left: 0 };

class SilentSocket {
  send() {}
  close() {}
}

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("WebSocket", SilentSocket);
});

/** Renders the box; `read` returns the response to each GET request. */
function load(read: () => Response) {
  const now = Date.now();
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const ad = { started_at: at(0), ends_at: at(90), next_possible_at: at(480), detail: "" };
  vi.stubGlobal("fetch", ({ method }: Request) => Promise.resolve(method === "GET" ? read() : Response.json(ad)));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <AdBox channelId="c1" provider={TWITCH} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("if the platform refuses the schedule, the box shows the reason, not 'no ad due'", async () => {
  load(() => Response.json(REFUSAL, { status: 409 }));
  await screen.findByText(REFUSAL.message);
  expect(screen.queryByText("no ad due")).toBeNull();
});

test("the countdown of a running ad continues after a reload", async () => {
  load(() => Response.json(schedule));
  await screen.findByText("no ad due");
  fireEvent.click(screen.getByText("Run"));
  await screen.findByText(/^Ad: (90|[1-8]\d) s left$/);
  cleanup();
  load(() => Response.json(schedule));
  expect(screen.getByRole("timer").textContent).toMatch(/^Ad: (90|[1-8]\d) s left$/);
});
