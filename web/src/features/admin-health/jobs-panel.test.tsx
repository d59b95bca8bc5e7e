import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { JobsPanel } from "./jobs-panel";

const emotes = {
  name: "load_emotes",
  title: "Load emotes",
  note: "7TV and BetterTTV",
  every_seconds: 1800,
  state: "running",
  began_at: "2026-05-04T12:00:00Z",
  took_ms: 12_000,
  failures: 0,
  error: "",
  next_at: null,
  done_lately: 1143,
  failed_lately: 3,
};

function open() {
  const state = { ...emotes };
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json([state]);
    state.state = request.url.endsWith("/load_emotes/pause") ? "paused" : "done";
    return new Response(null, { status: 204 });
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <JobsPanel />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("a running job is paused, and resumed", async () => {
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Pause: Load emotes" }));
  const row = screen.getByRole("row", { name: /^Load emotes 7TV and BetterTTV/ });
  expect(await within(row).findByText("Paused")).toBeDefined();
  await userEvent.click(within(row).getByRole("button", { name: "Resume: Load emotes" }));
  expect(await within(row).findByText("Done")).toBeDefined();
  expect(within(row).getByRole("button", { name: "Run now: Load emotes" })).toBeDefined();
});

test("the runs of the last hour are added up", async () => {
  open();
  expect(await screen.findByText("Last hour: 1,143 done, 3 failed")).toBeDefined();
});
