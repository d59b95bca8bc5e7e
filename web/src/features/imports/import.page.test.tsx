import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { ImportPage } from "./import.page";

// Without layout the virtualiser would render nothing.
vi.mock("virtua", () => ({
  WindowVirtualizer: ({ data, children }: { data: readonly unknown[]; children: (one: unknown) => ReactNode }) =>
    data.map(children),
}));

function testRow(position: number, part: object = {}) {
  const key = `!cmd${position}`;
  return {
    position,
    kind: "commands",
    key,
    before: { name: key, text: `old ${position}`, details: [] },
    entry: { cmds: [key], responses: [{ text: `new ${position}` }] },
    maps: "full",
    notes: [],
    clashes: [],
    repeats: false,
    problems: [],
    ...part,
  };
}

const QUOTE = testRow(2, {
  kind: "quotes",
  key: "",
  before: { name: "#4", text: "Ow", details: [] },
  entry: { text: "Ow" },
});
const TIMER = testRow(3, { kind: "timers", key: "Social", entry: { name: "Social", messages: [{ text: "Follow" }] } });

const result = (key: string) => ({ section: "commands", key, name: key, outcome: "added", detail: "" });
let finish: (response: Response) => void;

function respond({ url, method }: Request): Promise<Response> | Response {
  if (url.endsWith("/imports/review")) {
    const rows = [testRow(0), testRow(1), QUOTE, TIMER];
    return Response.json({ source: "nightbot", rows, counts: { full: 4, changed: 0, cannot: 0 }, ignored: [] });
  }
  if (method === "POST" && url.endsWith("/imports")) {
    return new Promise((resolve) => {
      finish = resolve;
    });
  }
  if (url.endsWith("/previews")) return Response.json({ lines: [], problems: [] });
  return Response.json(url.endsWith("/channels/c1") ? { id: "c1", permissions: ["commands.manage"] } : []);
}

beforeEach(async () => {
  vi.stubGlobal("fetch", async (request: Request) => respond(request));
  const routes = [{ path: "/channels/:channelId/chat-commands/import", element: <ImportPage /> }];
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider
          router={createMemoryRouter(routes, { initialEntries: ["/channels/c1/chat-commands/import"] })}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const text = await screen.findByRole("textbox", { name: "Paste your commands" });
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Nightbot" }));
  fireEvent.change(text, { target: { value: "[]" } });
  await review();
});

async function review() {
  screen.getByRole("button", { name: "Review" }).focus();
  press("Review");
  await screen.findByRole("checkbox", { name: "Import !cmd0" });
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const field = (name: string) => screen.findByRole("textbox", { name });
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

test("rows are locked during the import, and decisions are kept when it ends", async () => {
  fireEvent.click(checkbox("Import !cmd1"));
  press("Import 3 of 4");
  await waitFor(() => expect(checkbox("Import !cmd0").disabled).toBe(true));
  expect(checkbox("Select all").disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Edit !cmd1" })).toBeNull();
  finish(Response.json({ rows: [result("!cmd0"), result("#4"), result("Social")], version_id: null }));
  await screen.findByText(/3 added/);
  expect([checkbox("Import !cmd1").checked, checkbox("Import !cmd1").disabled]).toEqual([false, false]);
});

test("going back with changes asks for confirmation, and Cancel keeps the changes", async () => {
  press("Edit !cmd0");
  fireEvent.change(await field("Text of !cmd0"), { target: { value: "fixed" } });
  press("Back");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
  expect(await field("Text of !cmd0")).toHaveProperty("value", "fixed");
  press("Back");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard" }));
  expect(await field("Paste your commands")).toHaveProperty("value", "[]");
  expect(document.activeElement).toBe(await field("Paste your commands"));
});

test("the focus follows the steps and ends on the link to the commands", async () => {
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Review" }));
  screen.getByRole("button", { name: "Import 4 of 4" }).focus();
  press("Import 4 of 4");
  await waitFor(() => expect(checkbox("Import !cmd0").disabled).toBe(true));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Import 4 of 4" }));
  finish(Response.json({ rows: ["!cmd0", "!cmd1", "#4", "Social"].map(result), version_id: null }));
  const link = await screen.findByRole("link", { name: "View commands" });
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test("going back without changes needs no confirmation", () => {
  press("Back");
  expect(screen.getByRole("textbox", { name: "Paste your commands" })).toBeTruthy();
});

test("each type of text has its own limit, and a quote has no variables", async () => {
  for (const name of ["!cmd0", "#4", "Social"]) press(`Edit ${name}`);
  const quote = await field("Text of #4");
  fireEvent.change(quote, { target: { value: "$(us" } });
  for (const limit of ["/ 1,500", "4 / 1,000", "/ 500"]) expect(screen.getByText(new RegExp(limit))).toBeTruthy();
  expect(quote.getAttribute("aria-autocomplete")).toBeNull();
});

test("each bot has its own steps, with a link to the page to open", async () => {
  press("Back");
  await field("Paste your commands");
  const pages = { Nightbot: "nightbot.tv", StreamElements: "streamelements.com", Streamlabs: "streamlabs.com" };
  for (const [bot, host] of Object.entries(pages)) {
    fireEvent.click(screen.getByRole("radio", { name: bot }));
    const [first, complete] = screen.getAllByRole("list");
    if (!first || !complete) throw new Error(`${bot} has fewer than two ways`);
    expect(new URL(within(first).getByRole<HTMLAnchorElement>("link").href).host).toBe(host);
    expect(within(complete).getAllByRole("listitem").length).toBeGreaterThan(4);
    expect(within(complete).getByText(/Network tab/)).toBeTruthy();
  }
  fireEvent.click(screen.getByRole("radio", { name: "tbot" }));
  expect(screen.getByText(/each as a JSON file/)).toBeTruthy();
});
