import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { widget, widgetType } from "../test-widget";
import type { Widget } from "../widget-types";
import { sourcesQuery } from "../widgets.queries";
import { WidgetCard } from "./widget-card";
import { findWidgets } from "./widget-search";

function open(shown: Widget) {
  const client = createQueryClient(() => undefined);
  const source = { id: "s1", client: "OBS 31 on Windows", width: 720, height: 720, connected_at: "" };
  client.setQueryData(sourcesQuery("c1", shown.id).queryKey, [source]);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <MemoryRouter>
          <WidgetCard channelId="c1" widget={shown} type={widgetType()} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test("a card names the program that shows the widget, or says that the widget is not in use [P7]", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  open(widget({ sources: 1 }));
  expect(screen.getByText("OBS 31 on Windows")).toBeDefined();
  open(widget({ sources: 0 }));
  expect(screen.getByText("Not in use")).toBeDefined();
});

test("a widget is switched off on its card, which then says that it is blank [P7]", async () => {
  const user = userEvent.setup();
  const calls: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    calls.push([`${request.method} ${new URL(request.url).pathname}`, await request.json()]);
    return Response.json(widget({ enabled: false }));
  });
  open(widget({ sources: 1 }));
  await user.click(screen.getByRole("switch", { name: "Chat, bottom left is on" }));
  const path = `/api/2/channels/c1/widgets/${widget().id}/enabled`;
  await vi.waitFor(() => expect(calls[0]).toEqual([`PUT ${path}`, { enabled: false }]));
  open(widget({ sources: 1, enabled: false }));
  expect(screen.getByText("Off, blank on stream")).toBeDefined();
});

test("a card shows the suggested size and the end of the key, and copies the whole address [P7]", async () => {
  const user = userEvent.setup();
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ key: "secret", path: "/widget/w1#key=secret" })));
  open(widget());
  expect(screen.getByText("Chat, 720 × 720 · key …w9_Q")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Copy address of Chat, bottom left" }));
  await vi.waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/widget/w1#key=secret`),
  );
});

test("widgets are found by name and by type", () => {
  const list = [widget(), widget({ name: "Boss fight", type: "alerts" })];
  const types = [widgetType(), widgetType({ name: "alerts", label: "Alerts" })];
  const found = (query: string) => findWidgets(list, types, query).map(({ name }) => name);
  expect([found("boss"), found("ALERT"), found("x")]).toEqual([["Boss fight"], ["Boss fight"], []]);
});
