import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { Backtest } from "../filter-types";
import { draft, filterHit } from "../test-filter";
import { bodyOf } from "./draft";
import { ResultsPanel } from "./results-panel";

const fetched = vi.fn<(request: Request) => Promise<Response>>();

const hit = {
  connection_id: "p1",
  message_id: "m1",
  provider: "twitch",
  provider_viewer_id: "7",
  viewer_name: "Hanna",
  colour: "#ff8fb1",
  text: "the soundtrack is on music.example",
  sent_at: "2025-03-04T21:31:00Z",
  reason: "links to music.example",
  spans: [{ start: 21, end: 34 }],
  step: { action: "warn" as const, seconds: null },
  message_count: 2_040,
  is_regular: true,
  is_new: false,
};
const result = {
  messages: 14_206,
  hit_messages: 71,
  viewers: 1_731,
  hit_viewers: 58,
  regulars: 2,
  new_messages: 1,
  buckets: [],
  hits: [hit, { ...hit, message_id: "m2", viewer_name: "zz_promo", is_regular: false, is_new: true }],
};

function backtest(facts: Partial<Backtest>): Backtest {
  const known = { id: "b1", detail: "", hours: 24, seen: 10, total: 40, created_at: "2025-03-04T21:40:00Z" };
  return { ...known, state: "running", result: null, ...facts };
}

const client = createQueryClient(() => undefined);

function panel(percent = 60) {
  const filter = bodyOf(draft({ settings: { min_length: 20, percent } }), false);
  return (
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <ResultsPanel rules={{ channelId: "c1", filterId: "f1", filter }} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

beforeEach(() => {
  client.clear();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

function run(answer: Backtest) {
  fetched.mockImplementation(async () => Response.json(answer, { status: 202 }));
  const { rerender } = render(panel());
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  return rerender;
}

test("a running backtest shows how far it is and can be cancelled", async () => {
  run(backtest({}));
  expect((await screen.findByRole("progressbar")).getAttribute("value")).toBe("10");
  expect(screen.getByText("10 of 40")).toBeDefined();
  fetched.mockImplementation(async (request) =>
    request.method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(backtest({ state: "cancelled" })),
  );
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Stopped. Nothing was changed.")).toBeDefined();
});

test("a backtest that ends before its start is answered is shown all the same", async () => {
  fetched.mockImplementation(async (request) =>
    Response.json(request.method === "POST" ? backtest({ seen: 0 }) : backtest({ state: "done", result })),
  );
  render(panel());
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("of 14,206 messages, 0.5 %")).toBeDefined();
});

test("the result says how many messages, viewers and regulars it would touch", async () => {
  run(backtest({ state: "done", result }));
  expect(await screen.findByText("of 14,206 messages, 0.5 %")).toBeDefined();
  expect(screen.getByText("of 1,731 viewers, 3.4 %")).toBeDefined();
  expect(screen.getByText("regulars, have a look")).toBeDefined();
  expect(screen.getByText("Regular: 2,040 messages, never moderated")).toBeDefined();
});

test("hits can be narrowed to regulars and to what is new", async () => {
  run(backtest({ state: "done", result }));
  fireEvent.click(await screen.findByRole("radio", { name: "Regulars 1" }));
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([expect.stringContaining("Hanna")]);
  fireEvent.click(screen.getByRole("radio", { name: "New with this change 1" }));
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringContaining("zz_promo"),
  ]);
});

test("a change of the rules takes the result away and says so", async () => {
  const rerender = run(backtest({ state: "done", result }));
  await screen.findByText("of 14,206 messages, 0.5 %");
  rerender(panel(70));
  expect(screen.getByText("The rules have changed since the last run.")).toBeDefined();
  expect(screen.queryByText("of 14,206 messages, 0.5 %")).toBeNull();
});

test("a failure is told where the result would be", async () => {
  fetched.mockImplementation(async () =>
    Response.json({ type: "conflict", message: "One is running" }, { status: 409 }),
  );
  render(panel());
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("One is running")).toBeDefined();
});

test("what the filter has caught stands beside the backtest, and what only would have happened is marked", async () => {
  const shadow = filterHit("1", { viewer_name: "zz_promo", is_shadow: true, step: { action: "timeout", seconds: 60 } });
  fetched.mockImplementation(async () => Response.json({ records: [filterHit("2"), shadow], cursor: null }));
  render(panel());
  fireEvent.click(screen.getByRole("tab", { name: "Caught lately" }));
  const [real, watched] = await screen.findAllByRole("listitem");
  expect(real?.querySelector("mark")?.textContent).toBe("FREE skins");
  expect(real?.textContent).toContain("Delete and warn");
  expect(real?.textContent).not.toContain("Shadow");
  expect(watched?.textContent).toContain("Time out 60 sShadow");
});

test("a filter that has caught nothing says so, and a failure offers another try", async () => {
  fetched.mockImplementationOnce(async () => Response.json({ type: "internal", message: "Broken" }, { status: 500 }));
  render(panel());
  fireEvent.click(screen.getByRole("tab", { name: "Caught lately" }));
  expect(await screen.findByText("Broken")).toBeDefined();
  fetched.mockImplementation(async () => Response.json({ records: [], cursor: null }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^Nothing in the last 30 days/)).toBeDefined();
});

test("a look at what was caught does not lose the backtest", async () => {
  run(backtest({ state: "done", result }));
  await screen.findByText("of 14,206 messages, 0.5 %");
  fetched.mockImplementation(async () => Response.json({ records: [], cursor: null }));
  fireEvent.click(screen.getByRole("tab", { name: "Caught lately" }));
  expect(screen.queryByText("of 14,206 messages, 0.5 %")).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: "Backtest" }));
  expect(await screen.findByText("of 14,206 messages, 0.5 %")).toBeDefined();
});

test("a reason is told where no words can be marked", async () => {
  const shouted = filterHit("1", { spans: [], reason: "27 of 30 letters are capitals" });
  fetched.mockImplementation(async () => Response.json({ records: [shouted], cursor: null }));
  render(panel());
  fireEvent.click(screen.getByRole("tab", { name: "Caught lately" }));
  expect(await screen.findByText("27 of 30 letters are capitals")).toBeDefined();
});
