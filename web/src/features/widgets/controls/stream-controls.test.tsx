import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { AlertQueue } from "./alert-queue";
import { secondsLeft } from "./controls.queries";
import { CountdownControls } from "./countdown-controls";

function show(element: ReactNode, respond: (method: string, path: string, body: unknown) => unknown) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const text = await request.text();
    const body = text ? JSON.parse(text) : null;
    const path = new URL(request.url).pathname.split("/widgets/w1/")[1] ?? "";
    if (request.method !== "GET") sent.push([request.method, path, body]);
    return Response.json(respond(request.method, path, body));
  });
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.platforms, []);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        {element}
      </MantineProvider>
    </QueryClientProvider>,
  );
  return sent;
}

test("a countdown is started, and time is added and removed", async () => {
  let isRunning = false;
  const sent = show(<CountdownControls channelId="c1" widgetId="w1" />, (method) => {
    if (method === "POST") isRunning = true;
    return { left_ms: 300_000, is_running: isRunning, ends_at: null };
  });
  fireEvent.click(await screen.findByRole("button", { name: "Start" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeDefined();
  fireEvent.change(screen.getByLabelText("Time to add or remove"), { target: { value: "1:30" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent).toEqual([
    ["POST", "countdown", { action: "start", seconds: 0 }],
    ["POST", "countdown", { action: "add", seconds: 90 }],
    ["POST", "countdown", { action: "add", seconds: -90 }],
  ]);
});

test("the time left counts down between two requests, but only while the countdown runs", () => {
  const state = { left_ms: 10_000, is_running: true, ends_at: "2026-11-19T20:00:00Z", readAt: 1_000 };
  expect(secondsLeft(state, 4_500)).toBe(7);
  expect(secondsLeft(state, 60_000)).toBe(0);
  expect(secondsLeft({ ...state, is_running: false }, 60_000)).toBe(10);
});

const ALERT = {
  id: "a1",
  activity_id: null,
  kind: "raid",
  provider: "twitch",
  name: "Odalys",
  amount: "",
  count: 214,
  merged: 1,
  message: "",
  queued_at: "2030-01-02T20:00:00Z",
  started_at: null,
};

function showQueue(sources: object[], isChannelPaused: boolean, count: number, dropped = 0) {
  const waiting = Array.from({ length: count }, (_, index) => ({ ...ALERT, id: `a${index}` }));
  return show(<AlertQueue channelId="c1" widgetId="w1" />, (_method, path, _body) => {
    if (path === "sources") return { records: sources };
    if (path === "alerts") return { is_paused: false, playing: null, waiting, dropped };
    return { bot_muted: false, alerts_paused: isChannelPaused };
  });
}

test("ten alerts of a long queue are listed, with the number of others and the reason why they wait", async () => {
  showQueue([], false, 100, 144);
  expect(await screen.findByText("They wait for a source: no OBS shows this widget.")).toBeDefined();
  expect(screen.getAllByRole("listitem")).toHaveLength(10);
  expect(screen.getByText("And 90 more.")).toBeDefined();
  expect(screen.getByText("144 left out because the queue was full.")).toBeDefined();
});

test("the alert queue says that the alerts of the whole channel are paused", async () => {
  showQueue([{}], true, 1);
  expect(await screen.findByText(/all alerts of the channel are paused/)).toBeDefined();
});

test("alerts are paused and resumed; Skip needs an alert on screen", async () => {
  const sent = show(<AlertQueue channelId="c1" widgetId="w1" />, (_method, path, body) => {
    if (path === "sources") return { records: [] };
    const isPaused = typeof body === "object" && body !== null && "is_paused" in body && body.is_paused;
    return { is_paused: isPaused, playing: null, waiting: [ALERT], dropped: 0 };
  });
  expect((await screen.findByRole("listitem")).textContent).toBe("Odalys Raid · 214Waiting");
  const skip = screen.getByRole("button", { name: "Skip" });
  fireEvent.click(skip);
  fireEvent.click(screen.getByRole("button", { name: "Pause alerts" }));
  fireEvent.click(await screen.findByRole("button", { name: "Resume alerts" }));
  expect(await screen.findByRole("button", { name: "Pause alerts" })).toBeDefined();
  expect(skip.getAttribute("aria-disabled")).toBe("true");
  expect(sent).toEqual([
    ["PUT", "alerts/paused", { is_paused: true }],
    ["PUT", "alerts/paused", { is_paused: false }],
  ]);
});
