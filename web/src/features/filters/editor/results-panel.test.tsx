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

function backtest(overrides: Partial<Backtest>): Backtest {
  const defaults = { id: "b1", detail: "", hours: 24, seen: 10, total: 40, created_at: "2025-03-04T21:40:00Z" };
  return { ...defaults, state: "running", result: null, ...overrides };
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

function startBacktest(response: Backtest) {
  fetched.mockImplementation(async () => Response.json(response, { status: 202 }));
  const { rerender } = render(panel());
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  return rerender;
}

test("a running backtest shows its progress and can be cancelled", async () => {
  startBacktest(backtest({}));
  expect((await screen.findByRole("progressbar")).getAttribute("value")).toBe("10");
  expect(screen.getByText("10 of 40")).toBeDefined();
  fetched.mockImplementation(async (request) =>
    request.method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(backtest({ state: "cancelled" })),
  );
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Cancelled.")).toBeDefined();
});

test("a backtest that ends before the start request returns is still shown", async () => {
  fetched.mockImplementation(async (request) =>
    Response.json(request.method === "POST" ? backtest({ seen: 0 }) : backtest({ state: "done", result })),
  );
  render(panel());
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("of 14,206 messages, 0.5 %")).toBeDefined();
});

test("the result shows how many messages, viewers and regulars match", async () => {
  startBacktest(backtest({ state: "done", result }));
  expect(await screen.findByText("of 14,206 messages, 0.5 %")).toBeDefined();
  expect(screen.getByText("of 1,731 viewers, 3.4 %")).toBeDefined();
  expect(screen.getByText("regulars, check these")).toBeDefined();
  expect(screen.getByText("Regular: 2,040 messages, never moderated")).toBeDefined();
});

test("hits can be limited to those of regulars, and to those that the saved filter would not have", async () => {
  startBacktest(backtest({ state: "done", result }));
  fireEvent.click(await screen.findByRole("radio", { name: "Regulars 1" }));
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([expect.stringContaining("Hanna")]);
  fireEvent.click(screen.getByRole("radio", { name: "New 1" }));
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringContaining("zz_promo"),
  ]);
});

test("changing the rules hides the outdated result", async () => {
  const rerender = startBacktest(backtest({ state: "done", result }));
  await screen.findByText("of 14,206 messages, 0.5 %");
  rerender(panel(70));
  expect(screen.getByText("Rules changed since the last run. Run again.")).toBeDefined();
  expect(screen.queryByText("of 14,206 messages, 0.5 %")).toBeNull();
});

test("an error is shown in place of the result", async () => {
  fetched.mockImplementation(async () =>
    Response.json({ type: "conflict", message: "A backtest is already running" }, { status: 409 }),
  );
  render(panel());
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("A backtest is already running")).toBeDefined();
});

test("recent hits of the saved filter are shown, and shadow hits are marked", async () => {
  const shadow = filterHit("1", { viewer_name: "zz_promo", is_shadow: true, step: { action: "timeout", seconds: 60 } });
  fetched.mockImplementation(async () => Response.json({ records: [filterHit("2"), shadow], cursor: null }));
  render(panel());
  fireEvent.click(screen.getByRole("tab", { name: "Recent hits" }));
  const [enforcedHit, shadowHit] = await screen.findAllByRole("listitem");
  expect(enforcedHit?.querySelector("mark")?.textContent).toBe("FREE skins");
  expect(enforcedHit?.textContent).toContain("Delete and warn");
  expect(enforcedHit?.textContent).not.toContain("Shadow");
  expect(shadowHit?.textContent).toContain("Time out 60 sShadow");
});

test("a filter without recent hits shows an empty state, and an error offers a retry", async () => {
  fetched.mockImplementationOnce(async () => Response.json({ type: "internal", message: "Broken" }, { status: 500 }));
  render(panel());
  fireEvent.click(screen.getByRole("tab", { name: "Recent hits" }));
  expect(await screen.findByText("Broken")).toBeDefined();
  fetched.mockImplementation(async () => Response.json({ records: [], cursor: null }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^No hits in the last 30 days/)).toBeDefined();
});

test("switching tabs keeps the backtest result", async () => {
  startBacktest(backtest({ state: "done", result }));
  await screen.findByText("of 14,206 messages, 0.5 %");
  fetched.mockImplementation(async () => Response.json({ records: [], cursor: null }));
  fireEvent.click(screen.getByRole("tab", { name: "Recent hits" }));
  expect(screen.queryByText("of 14,206 messages, 0.5 %")).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: "Backtest" }));
  expect(await screen.findByText("of 14,206 messages, 0.5 %")).toBeDefined();
});

test("a hit in which no text can be marked shows the reason", async () => {
  const caps = filterHit("1", { spans: [], reason: "90% caps (limit 60%)" });
  fetched.mockImplementation(async () => Response.json({ records: [caps], cursor: null }));
  render(panel());
  fireEvent.click(screen.getByRole("tab", { name: "Recent hits" }));
  expect(await screen.findByText("90% caps (limit 60%)")).toBeDefined();
});
