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

/** Shows a job in the state `before`; returns the paths of the requests to run or pause it. Resume leaves it done. */
function open(before = "running") {
  const state = { ...emotes, state: before };
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json([state]);
    sent.push(request.url.split("/jobs")[1] ?? "");
    const ran = state.state === "paused" ? "done" : "running";
    state.state = request.url.endsWith("/load_emotes/pause") ? "paused" : ran;
    return new Response(null, { status: 204 });
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <JobsPanel />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return sent;
}

test("a running job cannot be run again, but can be paused and resumed", async () => {
  open();
  const run = await screen.findByRole("button", { name: "Run now: Load emotes" });
  expect(run.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(await screen.findByRole("button", { name: "Pause: Load emotes" }));
  const row = screen.getByRole("row", { name: /^Load emotes 7TV and BetterTTV/ });
  expect(await within(row).findByText("Paused")).toBeDefined();
  await userEvent.click(within(row).getByRole("button", { name: "Resume: Load emotes" }));
  expect(await within(row).findByText("Done")).toBeDefined();
  expect(within(row).getByRole("button", { name: "Run now: Load emotes" })).toBe(run);
});

test("a double-click on Run now does not pause the job", async () => {
  const sent = open("done");
  await userEvent.dblClick(await screen.findByRole("button", { name: "Run now: Load emotes" }));
  await screen.findByText("Running");
  expect(sent).toEqual(["/load_emotes/run"]);
});

test("the panel shows how many runs of the last hour are done and how many failed", async () => {
  open();
  expect(await screen.findByText("Last hour: 1,143 done, 3 failed")).toBeDefined();
});
