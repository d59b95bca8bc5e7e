import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { retentionLabel } from "./audit-labels";
import { AuditLogPage } from "./audit-log.page";
import type { AuditRecord, UndoPreview } from "./audit-types";
import { auditRecord } from "./test-records";

interface Server {
  records?: AuditRecord[];
  permissions?: string[];
  preview?: UndoPreview;
  refusal?: object;
  /** Number of entries at which the server stopped counting a long log. */
  total?: number;
  /** Time down to which the first page was searched; if it is set, only the second page has records. */
  searchedUntil?: string;
}

/** Stubs the server; returns the parameters of log requests, and the paths of undo requests. */
function startServer({
  records = [auditRecord()],
  permissions = ["access.manage"],
  preview,
  refusal,
  total,
  searchedUntil,
}: Server = {}) {
  const queries: URLSearchParams[] = [];
  const undone: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith("/undo")) {
      if (refusal) return Response.json(refusal, { status: 409 });
      if (request.method === "POST") undone.push(pathname);
      return Response.json(request.method === "POST" ? auditRecord({ id: "e2" }) : preview);
    }
    if (pathname.endsWith("/people")) return Response.json({ records: [{ key: "user:1", name: "Mira" }] });
    if (pathname.endsWith("/sections")) return Response.json({ records: [{ key: "timers", title: "Timers" }] });
    if (!pathname.endsWith("/audit-log")) return Response.json({ id: "c1", permissions });
    queries.push(searchParams);
    if (searchedUntil && !searchParams.has("cursor")) {
      const counted = { total: 0, has_more: true, searched_until: searchedUntil };
      return Response.json({ records: [], cursor: "older", ...counted, kept_days: 90 });
    }
    const counted = { total: total ?? records.length, has_more: total !== undefined, searched_until: null };
    return Response.json({ records, cursor: total === undefined ? null : "older", ...counted, kept_days: 90 });
  });
  return { queries, undone };
}

function open(address = "/channels/c1/user-access/audit-log?days=all") {
  const routes = [{ path: "/channels/:channelId/user-access/audit-log", element: <AuditLogPage /> }];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(vi.fn())}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

test("an entry names the author, the changed item and field, and the old and the new value", async () => {
  startServer();
  open();
  const entry = await screen.findByRole("listitem");
  expect(entry.textContent).toMatch(/mira_edits\s*Timer\s*Discord invite\s*Interval\s*from 20 mto 30 m/);
});

test("a change with an API token names the person and the token", async () => {
  const author = { kind: "token", user_id: "u1", name: "mira_edits", token: "Stream Deck" } as const;
  const { queries } = startServer({ records: [auditRecord({ author })] });
  open();
  expect((await screen.findByRole("listitem")).textContent).toMatch(/mira_edits\s*API token Stream Deck/);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Source" }), "API tokens");
  await vi.waitFor(() => expect(queries.at(-1)?.get("kind")).toBe("token"));
});

test("the header shows 1,000+ if the server stopped counting at 1,000 entries", async () => {
  startServer({ total: 1_000 });
  open();
  expect(await screen.findByText("1,000+")).toBeTruthy();
});

test("an incomplete search names the time down to which it searched, and continues with older entries", async () => {
  const { queries } = startServer({ searchedUntil: new Date(2025, 10, 11, 21, 31).toISOString() });
  open("/channels/c1/user-access/audit-log?search=discord&days=all");
  await screen.findByText("0 found, searched back to 11 November 2025 at 21:31");
  expect(screen.queryByText("No changes found")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Search older" }));
  expect((await screen.findByRole("listitem")).textContent).toContain("Discord invite");
  expect(queries.map((query) => query.get("cursor"))).toEqual([null, "older"]);
  expect(screen.queryByRole("button", { name: "Search older" })).toBeNull();
  expect(screen.getByText("1")).toBeTruthy();
});

test("Undo first shows the changes that it would make, and is sent only after a confirmation", async () => {
  const preview = { fields: [{ field: "interval_minutes", old: 30, new: 20 }], message: "1 field goes back" };
  const { undone, queries } = startServer({ preview });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Undo Timer Discord invite" }));
  const panel = await screen.findByRole("region", { name: "If you undo this" });
  expect(within(panel).getByText("1 field goes back")).toBeTruthy();
  expect(undone).toEqual([]);
  await userEvent.click(within(panel).getByRole("button", { name: "Undo this change" }));
  await vi.waitFor(() => expect(undone).toEqual(["/api/2/channels/c1/audit-log/e1/undo"]));
  await vi.waitFor(() => expect(queries.length).toBe(2));
  expect(screen.queryByRole("region", { name: "If you undo this" })).toBeNull();
});

test("Escape closes the preview without undoing the change", async () => {
  const { undone } = startServer({ preview: { fields: [], message: "" } });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Undo Timer Discord invite" }));
  await screen.findByRole("button", { name: "Keep it" });
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Keep it" })).toBeNull();
  expect([undone, document.activeElement?.tagName]).toEqual([[], "LI"]);
});

test("the change of a field that was changed again cannot be undone, and the reason has the local time", async () => {
  const at = new Date(2025, 10, 11, 21, 31).toISOString();
  const message = "theo set it to 10 m. Undo that first.";
  startServer({ refusal: { type: "changed_since", message, errors: [{ field: "at", message: at }] } });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Undo Timer Discord invite" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Cannot be undone. Changed again on 11 November 2025 at 21:31: theo set it to 10 m. Undo that first.",
  );
  expect(screen.queryByRole("button", { name: "Undo this change" })).toBeNull();
});

test("a deletion cannot be undone if the item's name is taken, and the reason has the author and the local time", async () => {
  const at = new Date(2025, 10, 11, 21, 31).toISOString();
  const message = "!hi already exists: theo created it. Rename or delete it first.";
  const errors = [
    { field: "by", message: "theo" },
    { field: "at", message: at },
    { field: "entry_id", message: "e7" },
  ];
  startServer({ refusal: { type: "name_taken", message, errors } });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Undo Timer Discord invite" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    `Cannot be undone. Name taken on 11 November 2025 at 21:31: ${message}`,
  );
});

test("the values of an entry with several fields can be shown, also if it cannot be undone", async () => {
  const fields = [
    { field: "role", old: "Mod", new: "Editor" },
    { field: "cmds", old: ["!a"], new: ["!b"] },
  ];
  startServer({ records: [auditRecord({ fields, undo: "none", undo_reason: "Sign-ins cannot be undone here." })] });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "2 fields" }));
  const entry = screen.getByRole("listitem");
  expect(entry.textContent).toMatch(/Role\s*from Modto Editor\s*Names\s*from !ato !b/);
  await userEvent.click(screen.getByRole("button", { name: "2 fields" }));
  expect(entry.textContent).not.toContain("Editor");
});

test("the preview of an undo that deletes an item lists the item's values, without empty fields", async () => {
  const fields = [
    { field: "responses", old: [{ text: "Bye" }], new: null },
    { field: "group", old: "", new: null },
  ];
  startServer({ preview: { fields, message: "It is deleted." } });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Undo Timer Discord invite" }));
  const panel = await screen.findByRole("region", { name: "If you undo this" });
  expect(within(panel).getByRole("definition").textContent).toBe("from Bye");
});

test("the reason of a refused undo names the field by its label", async () => {
  const errors = [
    { field: "by", message: "theo" },
    { field: "at", message: new Date(2025, 10, 11, 21, 31).toISOString() },
    { field: "entry_id", message: "e9" },
    { field: "chatter_cooldown", message: "“20”" },
  ];
  startServer({ refusal: { type: "changed_since", message: "theo set chatter_cooldown to “20”.", errors } });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Undo Timer Discord invite" }));
  const refusal = await screen.findByRole("alert");
  expect(refusal.textContent).toContain("theo set “User cooldown” to “20”. Undo that first.");
});

test("there is no Undo button for a change that was undone, has expired, or can never be undone", async () => {
  const undone_at = new Date(2025, 10, 11, 21, 31).toISOString();
  startServer({
    records: [
      auditRecord({ id: "e1", undo: "undone", undone_at }),
      auditRecord({ id: "e2", undo: "over" }),
      auditRecord({ id: "e3", undo: "none", undo_reason: "Sign-ins cannot be undone here." }),
    ],
  });
  open();
  const entries = await screen.findAllByRole("listitem");
  const ends = entries.map((entry) => entry.lastElementChild?.textContent);
  expect(ends).toEqual(["Undone 21:31", "Over", "No undo"]);
  expect(entries[2]?.textContent).toContain("Sign-ins cannot be undone here.");
});

test("search and filters are part of the URL and of the request", async () => {
  const { queries } = startServer();
  const router = open();
  await userEvent.type(await screen.findByRole("searchbox"), "game");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Person" }), "Mira");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Thing" }), "Timers");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Time" }), "Last 30 days");
  await vi.waitFor(() =>
    expect(router.state.location.search).toBe("?search=game&person=user%3A1&section=timers&days=30"),
  );
  await vi.waitFor(() => expect(queries.at(-1)?.get("search")).toBe("game"));
  expect([queries.at(-1)?.get("person"), queries.at(-1)?.get("section"), queries.at(-1)?.has("since")]).toEqual([
    "user:1",
    "timers",
    true,
  ]);
});

test("the header says how long entries are kept", async () => {
  startServer();
  open();
  expect(await screen.findByText(/Lines are kept for 90 days\./)).toBeTruthy();
  expect([retentionLabel(1), retentionLabel(0), retentionLabel(undefined)]).toEqual([
    "Lines are kept for 1 day.",
    "Lines are kept until the channel is deleted.",
    "",
  ]);
});

test("an empty result has a button that shows the whole log", async () => {
  startServer({ records: [] });
  const router = open("/channels/c1/user-access/audit-log?search=zzz");
  await userEvent.click(await screen.findByRole("button", { name: "Show all" }));
  expect(await screen.findByText("No changes yet")).toBeTruthy();
  expect(router.state.location.search).toBe("?days=all");
});

test("a member below Admin reads that only Admins and Owners can read the log", async () => {
  const { queries } = startServer({ permissions: ["chat.read"] });
  open();
  expect(await screen.findByText("Only Admins and Owners can read the audit log.")).toBeTruthy();
  expect(queries).toEqual([]);
});
