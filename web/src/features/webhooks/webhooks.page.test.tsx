import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { currentToasts, dismissToast } from "../../ui/toast/toast";
import { delivery, webhook } from "./test-webhook";
import type { Delivery, TestResult, Webhook } from "./webhook-types";
import { webhookRoutes } from "./webhooks.route";

const LIST = "/channels/c1/settings/webhooks";
const SECRET = "whsec_fourteenhens";
const BAD_URL = {
  type: "invalid",
  message: "Invalid",
  errors: [{ field: "url", message: "The address must begin with https://." }],
};

interface Call {
  method: string;
  path: string;
  query: string;
  body: unknown;
}

interface Server {
  webhooks?: Webhook[];
  pages?: Delivery[][];
  permissions?: string[];
  /** Error responses to the next writes, in order; all later writes succeed. */
  refusals?: { status: number; body: object }[];
  test?: TestResult;
  listFails?: boolean;
}

const WRITTEN = { webhook: webhook(), secret: SECRET };

/** Replaces `fetch` with a fake server; returns the list in which it records writes. */
function startServer(server: Server = {}) {
  const calls: Call[] = [];
  const read = (path: string, query: URLSearchParams) => {
    if (path === "/api/2/channels/c1")
      return Response.json({ id: "c1", permissions: server.permissions ?? ["platforms.manage"] });
    if (server.listFails) return Response.json({ type: "internal", message: "The database is busy." }, { status: 500 });
    if (!path.endsWith("/deliveries")) return Response.json({ records: server.webhooks ?? [], max: 2 });
    const page = Number(query.get("cursor") ?? 0);
    const pages = server.pages ?? [[]];
    return Response.json({ records: pages[page], cursor: page + 1 < pages.length ? String(page + 1) : null });
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname: path, search, searchParams } = new URL(request.url);
    if (request.method === "GET") return read(path, searchParams);
    const text = await request.text();
    calls.push({ method: request.method, path, query: search, body: text && JSON.parse(text) });
    const refusal = server.refusals?.shift();
    if (refusal) return Response.json(refusal.body, { status: refusal.status });
    if (path.endsWith("/test")) return Response.json(server.test);
    return Response.json(request.method === "PUT" ? webhook({ revision: 4 }) : WRITTEN);
  });
  return calls;
}

function open(address = LIST, showError = vi.fn()) {
  const routes = [{ path: "/channels/:channelId", children: webhookRoutes }];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(showError)}>
        <main>
          <RouterProvider router={router} />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const row = () => screen.findByRole("listitem");

async function choose(item: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Discord relay" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}

async function fillIn() {
  const [button] = await screen.findAllByRole("button", { name: "New webhook" });
  if (button) await userEvent.click(button);
  const form = within(await screen.findByRole("dialog", { name: "New webhook" }));
  fireEvent.change(form.getByLabelText("Name"), { target: { value: "Discord relay" } });
  fireEvent.change(form.getByLabelText("URL"), { target: { value: "https://hooks.example.com/a1b2" } });
  await userEvent.click(form.getByRole("checkbox", { name: "Follow" }));
  return form;
}

test("without the permission the screen says who can manage webhooks", async () => {
  startServer({ permissions: ["access.manage"], listFails: true });
  open();
  expect(await screen.findByText("Only Admins and Owners can manage webhooks.")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Webhooks" })).toBeNull();
  expect(screen.queryByRole("button", { name: "New webhook" })).toBeNull();
});

test("without webhooks the screen says so, and the tab Webhooks is marked as the current page", async () => {
  startServer();
  open();
  expect(await screen.findByRole("heading", { name: "No webhooks yet" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Webhooks" }).getAttribute("aria-current")).toBe("page");
});

test("a list that cannot be loaded shows why and offers to try again", async () => {
  startServer({ listFails: true });
  open();
  expect((await screen.findByRole("alert")).textContent).toContain("The database is busy.");
  expect(screen.getByRole("button", { name: /again|retry/i })).toBeDefined();
});

test("a row shows name, host and end of the URL, events, last problem and state of a webhook", async () => {
  const problem = "The receiver answered with status 500.";
  startServer({
    webhooks: [webhook({ name: "<b>Relay</b>", waiting: 3, problem, problem_at: "2026-01-01T00:00:00Z" })],
  });
  open();
  expect((await row()).textContent).toBe(`<b>Relay</b>hooks.example.com…a1b2 · 2 events${problem}3 waiting`);
});

test("at the limit of webhooks the button “New webhook” says why it is locked", async () => {
  startServer({ webhooks: [webhook(), webhook({ id: "w2", name: "Lights" })] });
  open();
  await screen.findAllByRole("listitem");
  const button = screen.getByRole("button", { name: "New webhook" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.hover(button);
  expect(await screen.findByText("A channel can have up to 2 webhooks. Delete one first.")).toBeDefined();
});

test("the secret of a new webhook is shown once, with a button that copies it", async () => {
  const user = userEvent.setup();
  const calls = startServer();
  open();
  const form = await fillIn();
  await user.click(form.getByRole("button", { name: "Create webhook" }));
  expect(await screen.findByDisplayValue(SECRET)).toBeDefined();
  expect(screen.getByText("Receivers check signatures with it. It is not shown again.")).toBeDefined();
  expect(calls.map(({ body }) => body)).toEqual([
    { name: "Discord relay", url: "https://hooks.example.com/a1b2", events: ["activity.follow"], enabled: true },
  ]);
  await user.click(screen.getByRole("button", { name: "Copy secret" }));
  expect(await navigator.clipboard.readText()).toBe(SECRET);
  await user.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull());
});

test("a refused URL is explained at its field, and nothing that was typed is lost", async () => {
  const calls = startServer({ refusals: [{ status: 422, body: BAD_URL }] });
  open();
  const form = await fillIn();
  await userEvent.click(form.getByRole("button", { name: "Create webhook" }));
  const message = await form.findByText("The address must begin with https://.");
  const url = form.getByLabelText<HTMLInputElement>("URL");
  expect(url.getAttribute("aria-describedby")).toContain(message.id);
  await waitFor(() => expect(document.activeElement).toBe(url));
  expect([url.value, form.getByLabelText<HTMLInputElement>("Name").value]).toEqual([
    "https://hooks.example.com/a1b2",
    "Discord relay",
  ]);
  expect(form.getByRole<HTMLInputElement>("checkbox", { name: "Follow" }).checked).toBe(true);
  await userEvent.click(form.getByRole("button", { name: "Create webhook" }));
  expect(await screen.findByDisplayValue(SECRET)).toBeDefined();
  expect(calls.length).toBe(2);
});

test("the error of a taken name is a full sentence", async () => {
  const errors = [{ field: "name", message: "already exists" }];
  startServer({ refusals: [{ status: 409, body: { type: "name_taken", message: "Relay already exists.", errors } }] });
  open();
  const form = await fillIn();
  await userEvent.click(form.getByRole("button", { name: "Create webhook" }));
  expect(await form.findByText("The name already exists.")).toBeDefined();
});

test("a webhook is not created without a name, a URL and an event", async () => {
  const calls = startServer();
  open();
  await userEvent.click((await screen.findAllByRole("button", { name: "New webhook" }))[0] ?? document.body);
  const form = within(await screen.findByRole("dialog", { name: "New webhook" }));
  await userEvent.click(form.getByRole("button", { name: "Create webhook" }));
  for (const text of ["Enter a name", "Enter a URL", "Select at least one event"])
    expect(form.getByText(text)).toBeDefined();
  expect(document.activeElement).toBe(form.getByLabelText("Name"));
  expect(calls).toEqual([]);
});

test("Select all selects the events of its group only", async () => {
  startServer();
  open();
  await userEvent.click((await screen.findAllByRole("button", { name: "New webhook" }))[0] ?? document.body);
  const form = within(await screen.findByRole("dialog", { name: "New webhook" }));
  await userEvent.click(form.getByRole("checkbox", { name: "Select all: Streams" }));
  const on = form.getAllByRole<HTMLInputElement>("checkbox").filter(({ checked }) => checked);
  expect(on.map((box) => box.ariaLabel ?? box.labels?.[0]?.textContent)).toEqual([
    "Select all: Streams",
    "Stream starts",
    "Stream ends",
  ]);
});

test("an edited webhook keeps its URL, which is not shown, unless a new one is entered", async () => {
  const calls = startServer({ webhooks: [webhook()] });
  open();
  await choose("Edit");
  const form = within(await screen.findByRole("dialog", { name: "Edit Discord relay" }));
  const url = form.getByLabelText<HTMLInputElement>("URL");
  expect([url.value, url.placeholder]).toEqual(["", "hooks.example.com…a1b2"]);
  await userEvent.click(form.getByRole("checkbox", { name: "Raid" }));
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const { query, body } = calls[0] ?? {};
  expect([query, body]).toEqual([
    "?revision=3",
    { name: "Discord relay", url: "", events: ["activity.follow", "stream.started", "activity.raid"], enabled: true },
  ]);
});

test("a webhook that another user has changed is overwritten only after a click on Overwrite", async () => {
  const body = { type: "webhook_changed", message: "theo has changed this webhook meanwhile. Nothing was saved." };
  const calls = startServer({ webhooks: [webhook()], refusals: [{ status: 409, body }] });
  open();
  await choose("Edit");
  const form = within(await screen.findByRole("dialog", { name: "Edit Discord relay" }));
  fireEvent.change(form.getByLabelText("Name"), { target: { value: "Discord relay 2" } });
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect((await form.findByRole("alert")).textContent).toContain("theo has changed this webhook meanwhile.");
  await userEvent.click(form.getByRole("button", { name: "Overwrite" }));
  await waitFor(() => expect(calls.map(({ query }) => query)).toEqual(["?revision=3", ""]));
  expect(calls[1]?.body).toMatchObject({ name: "Discord relay 2" });
});

test("Reload replaces the draft with the version that another user saved", async () => {
  const body = { type: "webhook_changed", message: "theo has changed this webhook meanwhile. Nothing was saved." };
  const server = { webhooks: [webhook()], refusals: [{ status: 409, body }] };
  const calls = startServer(server);
  open();
  await choose("Edit");
  const form = within(await screen.findByRole("dialog", { name: "Edit Discord relay" }));
  fireEvent.change(form.getByLabelText("Name"), { target: { value: "Discord relay 2" } });
  server.webhooks = [webhook({ name: "Theo's relay", revision: 5 })];
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("Theo's relay");
  await userEvent.click(await form.findByRole("button", { name: "Reload" }));
  expect(form.getByLabelText<HTMLInputElement>("Name").value).toBe("Theo's relay");
  await userEvent.click(form.getByRole("checkbox", { name: "Raid" }));
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls.map(({ query }) => query)).toEqual(["?revision=3", "?revision=5"]));
});

test("closing with unsaved changes asks for confirmation", async () => {
  startServer({ webhooks: [webhook()] });
  open();
  await choose("Edit");
  const form = within(await screen.findByRole("dialog", { name: "Edit Discord relay" }));
  fireEvent.change(form.getByLabelText("Name"), { target: { value: "Discord relay 2" } });
  await userEvent.click(form.getByRole("button", { name: "Cancel" }));
  const question = within(await screen.findByRole("dialog", { name: "Discard unsaved changes?" }));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(form.getByDisplayValue("Discord relay 2")).toBeDefined();
  await userEvent.click(form.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the switch changes only `enabled`, and reverts if the server refuses", async () => {
  const showError = vi.fn();
  const refusals = [{ status: 409, body: { type: "webhook_changed", message: "theo has changed this webhook." } }];
  const calls = startServer({ webhooks: [webhook()], refusals });
  open(LIST, showError);
  const button = await screen.findByRole<HTMLInputElement>("switch", { name: "Discord relay is on" });
  await userEvent.click(button);
  await waitFor(() => expect(showError).toHaveBeenCalledWith("theo has changed this webhook."));
  expect(button.checked).toBe(true);
  expect(calls[0]).toMatchObject({
    query: "?revision=3",
    body: { name: "Discord relay", url: "", events: ["activity.follow", "stream.started"], enabled: false },
  });
});

test("a secret is replaced after a confirmation, and the new secret is shown", async () => {
  const calls = startServer({ webhooks: [webhook()] });
  open();
  await choose("Replace secret");
  const dialog = within(await screen.findByRole("dialog", { name: "Replace the secret of Discord relay?" }));
  expect(calls).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Replace" }));
  expect(await screen.findByDisplayValue(SECRET)).toBeDefined();
  expect(calls.map(({ path }) => path)).toEqual(["/api/2/channels/c1/webhooks/w1/secret"]);
});

test("a webhook is deleted after a confirmation", async () => {
  const calls = startServer({ webhooks: [webhook()] });
  open();
  await choose("Delete");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Discord relay?" }));
  expect(calls).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls.map(({ method }) => method)).toEqual(["DELETE"]));
});

test.each([
  [{ is_delivered: true, status: 204, took_ms: 35, problem: "" }, "Delivered: status 204 in 35 ms", undefined],
  [{ is_delivered: false, status: 500, took_ms: 3, problem: "Status 500." }, "Not delivered", "Status 500."],
])("“Send test” shows how the receiver answered: %o", async (result, message, detail) => {
  startServer({ webhooks: [webhook()], test: result });
  open();
  await choose("Send test");
  await waitFor(() => expect(currentToasts().map((one) => [one.message, one.detail])).toEqual([[message, detail]]));
});

const deliveries = async () => within(await screen.findByRole("dialog", { name: "Deliveries of Discord relay" }));

test("a row opens the deliveries of its webhook, with their results and bodies", async () => {
  const failed = delivery({
    id: "d2",
    state: "failed",
    status: 500,
    tries: 8,
    problem: "The receiver answered with status 500.",
  });
  startServer({ webhooks: [webhook()], pages: [[failed, delivery({ state: "waiting", tries: 0 })]] });
  const router = open();
  await userEvent.click(await screen.findByRole("link", { name: /Discord relay/ }));
  const dialog = await deliveries();
  const [first, second] = await dialog.findAllByRole("listitem");
  expect(first?.textContent).toMatch(
    /^FollowFailed.*Status 500 · 35 ms · 8 triesThe receiver answered with status 500\./,
  );
  expect(second?.textContent).toMatch(/^FollowWaiting.*Sending/);
  expect(within(second ?? document.body).queryByRole("button", { name: /again/ })).toBeNull();
  await userEvent.click(within(first ?? document.body).getByRole("button", { name: /^Body of Follow/ }));
  expect(first?.querySelector("pre")?.textContent).toBe('{\n  "type": "activity.follow"\n}');
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.pathname).toBe(LIST));
});

test("a delivery that ended can be sent again, and the error of a refusal is shown", async () => {
  const showError = vi.fn();
  const refusals = [{ status: 409, body: { type: "webhook_off", message: "Switch the webhook on first." } }];
  const calls = startServer({ webhooks: [webhook()], pages: [[delivery()]], refusals });
  open(`${LIST}/w1`, showError);
  await userEvent.click(await (await deliveries()).findByRole("button", { name: /^Send Follow/ }));
  await waitFor(() => expect(showError).toHaveBeenCalledWith("Switch the webhook on first."));
  expect(calls.map(({ path }) => path)).toEqual(["/api/2/channels/c1/webhooks/w1/deliveries/d1/send"]);
});

test("older deliveries are loaded on request", async () => {
  startServer({ webhooks: [webhook()], pages: [[delivery()], [delivery({ id: "d0", event: "activity.raid" })]] });
  open(`${LIST}/w1`);
  const dialog = await deliveries();
  await userEvent.click(await dialog.findByRole("button", { name: "Show older" }));
  expect(await dialog.findByText("Raid")).toBeDefined();
  expect(dialog.getAllByRole("listitem").length).toBe(2);
  expect(dialog.queryByRole("button", { name: "Show older" })).toBeNull();
});

test("without deliveries the dialog says so", async () => {
  startServer({ webhooks: [webhook()] });
  open(`${LIST}/w1`);
  expect(await (await deliveries()).findByText("No deliveries yet")).toBeDefined();
});
