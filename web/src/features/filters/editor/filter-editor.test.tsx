import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { Term } from "../filter-types";
import { MAX_TERMS, toRows } from "../terms/terms";
import { draft, filter, filterType } from "../test-filter";
import { FilterEditor } from "./filter-editor";

interface Sent {
  settings: { terms?: Term[] };
}

const sent: Sent[] = [];
let answer: (body: Sent) => Response;

const bannedTerms = { type: "banned_terms", settings: { whole_words: true, lookalikes: true } } as const;
const stored = ({ settings }: Sent) =>
  Response.json({ ...filter("f1", bannedTerms), revision: 2, term_count: settings.terms?.length ?? 1 });

beforeEach(() => {
  sent.length = 0;
  answer = stored;
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("fetch", async (request: Request) => {
    // What surrounds the terms stays in its loading state.
    if (request.method !== "PUT") return new Promise(() => undefined);
    const body: Sent = await request.json();
    sent.push(body);
    return answer(body);
  });
});

function show(...texts: string[]) {
  const rows = toRows(texts.map((text) => ({ kind: "phrase", text })));
  const version = { revision: 1, at: "2025-03-04T12:00:00Z", by: "JunoPlays" };
  const saved = { draft: draft({ ...bannedTerms, rows }), version };
  const editor = <FilterEditor channelId="c1" type={filterType()} filterId="f1" saved={saved} canManage />;
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider router={createMemoryRouter([{ path: "*", element: editor }])} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add terms" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: /^Save/ }));

test("terms that are typed but not added are unsaved changes, which Discard drops", () => {
  show("free skins");
  expect(screen.queryByText("Unsaved changes")).toBeNull();
  type("bots");
  expect(screen.getByText("Unsaved changes")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(field().value).toBe("");
  expect(screen.queryByText("Unsaved changes")).toBeNull();
});

test("saving adds the terms that are typed but not added", async () => {
  show("free skins");
  fireEvent.change(screen.getByRole("combobox", { name: "Type of new terms" }), { target: { value: "wildcard" } });
  type("cheap*\nviews");
  save();
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(sent.map(({ settings }) => settings.terms)).toEqual([
    [
      { kind: "phrase", text: "free skins" },
      { kind: "wildcard", text: "cheap*" },
      { kind: "wildcard", text: "views" },
    ],
  ]);
  expect(field().value).toBe("");
  expect(screen.getAllByRole("textbox", { name: "Term" })).toHaveLength(3);
});

test("the error of a term that was added by saving is shown at its line", async () => {
  answer = () =>
    Response.json(
      { type: "invalid", message: "Invalid", errors: [{ field: "settings.terms.1.text", message: "“(” missing )" }] },
      { status: 422 },
    );
  show("free skins");
  type("(");
  save();
  expect(await screen.findByText("“(” missing )")).toBeDefined();
  expect(screen.getAllByRole("textbox", { name: "Term" })[1]?.getAttribute("aria-invalid")).toBe("true");
});

test("terms that saving cannot add because of the limit stay in the field, unsaved", async () => {
  show(...Array.from({ length: MAX_TERMS }, (_, index) => `term ${index}`));
  type("bots");
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.settings.terms).toBeUndefined();
  expect(field().value).toBe("bots\n");
  expect(screen.getByText("Unsaved changes")).toBeDefined();
});
