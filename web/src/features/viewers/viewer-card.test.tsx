import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { readDraft } from "../../lib/text/drafts";
import { topics } from "../../live/topics";
import { logEntry } from "../../session/test-moderation-entry";
import { currentToasts, toast } from "../../ui/toast/toast";
import { account, viewer } from "./test-viewer";
import { ViewerCard } from "./viewer-card";

const twitch = {
  provider: "twitch",
  name: "Twitch",
  flags: { chatRead: true },
  capabilities: [{ label: "Delete, time out, ban", supported: true }],
};

const listeners = new Map<string, (events: readonly unknown[]) => void>();
const emitChatEvents = (...events: readonly unknown[]) => listeners.get("c1:chat")?.(events);
const posted: { path: string; body: unknown }[] = [];
const deleted: string[] = [];
let responses: Record<string, unknown>;

beforeEach(() => {
  posted.length = 0;
  deleted.length = 0;
  responses = { "/viewers/twitch/77": viewer, "/moderation-log": { records: [], cursor: null }, "/filter-strikes": [] };
  listeners.clear();
  vi.spyOn(topics, "subscribe").mockImplementation((topic, { onEvents }) => {
    listeners.set(topic, onEvents as (events: readonly unknown[]) => void);
    return () => undefined;
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "DELETE") deleted.push(pathname);
    if (request.method === "POST") posted.push({ path: pathname, body: JSON.parse((await request.text()) || "{}") });
    const path = pathname.replace("/api/2/channels/c1", "") + (searchParams.get("cursor") ?? "");
    const body = responses[path] ?? { type: "unavailable", message: "Twitch is not responding" };
    return Response.json(body, { status: path in responses ? 200 : 503 });
  });
});

type Pin = { isPinned: boolean; onToggle: () => void };

/** Renders a card; the returned function opens it again. */
function show(provider = "twitch", permissions = ["moderation.use"], pin?: Pin): () => void {
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.channel("c1"), { id: "c1", permissions });
  client.setQueryData(keys.platforms, [twitch, tiktok]);
  const nothing = () => undefined;
  const screenWith = (openCount: number) => (
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <main>
            <ViewerCard
              channelId="c1"
              provider={provider}
              viewerId="77"
              onClose={nothing}
              pin={pin}
              openCount={openCount}
            />
            <input aria-label="Elsewhere" />
          </main>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(screenWith(1));
  return () => rerender(screenWith(2));
}

test("a card shows stored facts if other requests fail; what could not be loaded is shown as unknown", async () => {
  delete responses["/filter-strikes"];
  show();
  expect(await screen.findByText("4,118")).toBeDefined();
  expect(screen.getByText("14 Jul 2025")).toBeDefined();
  expect(screen.getByText("kes")).toBeDefined();
  await waitFor(() => expect(screen.getAllByText("Unknown")).toHaveLength(5));
  expect(currentToasts()).toEqual([]);
});

test("a card shows watch time, follow date and subscription", async () => {
  responses["/viewers/twitch/77"] = { ...viewer, is_subscriber: true, sub_months: 14 };
  responses["/viewers/twitch/77/attendance"] = { watched_seconds: 11_520, streams: 9, streak: 4, best_streak: 6 };
  const profile = { login: "kestrel_", name: "kestrel_", avatar_url: "", detail: "" };
  responses["/viewers/twitch/77/platform"] = {
    ...profile,
    created_at: "2016-12-14T20:32:28Z",
    followed_at: "2024-02-03T10:00:00Z",
  };
  show();
  await screen.findByText("3 Feb 2024");
  await screen.findByText("4 streams");
  const facts = [...document.querySelectorAll("dl > div")].map((fact) =>
    [...fact.children].map(({ textContent }) => textContent),
  );
  expect(Object.fromEntries(facts)).toMatchObject({
    "Watch time": "3 h 12 min",
    Streak: "4 streams",
    "Account since": "14 Dec 2016",
    "Following since": "3 Feb 2024",
    Subscribed: "14 months",
  });
});

test("a card shows the points of the viewer and updates them live", async () => {
  responses["/points/settings"] = { enabled: true, name_singular: "acorn", name_plural: "acorns" };
  responses["/points/viewers/twitch/77"] = { balance: 1200, rank: 3, accounts: [] };
  show("twitch", ["gambling.read"]);
  await screen.findByText("1,200 acorns");
  responses["/points/viewers/twitch/77"] = { balance: 900, rank: 4, accounts: [] };
  listeners.get("c1:points")?.([{ type: "points_changed" }]);
  await screen.findByText("900 acorns");
  expect(screen.getByText(/rank #4/)).toBeDefined();
});

test("a card does not subscribe to points that the user may not see", async () => {
  show("twitch", ["moderation.use"]);
  await screen.findByText("4,118");
  expect([...listeners.keys()]).not.toContain("c1:points");
});

test.each([
  ["1", 1, "1 second"],
  ["2", 60, "1 minute"],
  ["3", 600, "10 minutes"],
  ["4", 3600, "1 hour"],
  ["5", 86_400, "24 hours"],
])("the key %s times out for %i seconds as soon as the card is open [X4]", async (key, seconds, duration) => {
  responses["/twitch/t/ban"] = logEntry("e", { seconds });
  show();
  await screen.findByText("4,118");
  await userEvent.keyboard(key);
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: `User timed out for ${duration}` }]));
  expect(posted).toMatchObject([{ body: { provider_viewer_id: "77", duration_seconds: seconds } }]);
});

test("the key B bans [X5]", async () => {
  responses["/twitch/t/ban"] = logEntry("e", { action: "ban", seconds: null });
  show();
  await screen.findByText("4,118");
  await userEvent.keyboard("b");
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "User banned successfully" }]));
  expect(posted).toEqual([{ path: "/api/2/channels/c1/twitch/t/ban", body: { provider_viewer_id: "77", reason: "" } }]);
});

test("the card is busy during a request, and sends no second request", async () => {
  const respond = globalThis.fetch;
  let settle: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.method === "GET") return respond(request);
    posted.push({ path: new URL(request.url).pathname, body: null });
    return new Promise((resolve) => {
      settle = resolve;
    });
  });
  show();
  await screen.findByText("4,118");
  const ban = screen.getByRole("button", { name: "Ban" });
  await userEvent.click(ban);
  await waitFor(() => expect(ban.getAttribute("aria-busy")).toBe("true"));
  await userEvent.click(screen.getByRole("button", { name: "Time out for 1 hour" }));
  await userEvent.keyboard("3b");
  expect([posted.length, document.activeElement]).toEqual([
    1,
    screen.getByRole("button", { name: "Time out for 1 hour" }),
  ]);
  settle(Response.json(logEntry("e", { action: "ban", seconds: null })));
  await waitFor(() => expect(ban.getAttribute("aria-busy")).toBeNull());
});

test("moderators can give a permit from the card, and the toast shows its duration", async () => {
  responses["/permits"] = { ...viewerIds, seconds: 90 };
  show();
  await screen.findByText("4,118");
  await userEvent.click(screen.getByRole("button", { name: "Permit one link" }));
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ message: "kestrel_ can post one link in the next 90 s" }]),
  );
  expect(posted).toEqual([{ path: "/api/2/channels/c1/permits", body: viewerIds }]);
});

const viewerIds = { provider: "twitch", provider_viewer_id: "77" };

test("users who cannot moderate see no permit button", async () => {
  show("twitch", ["chat.read"]);
  await screen.findByText("4,118");
  expect(screen.queryByRole("button", { name: "Permit one link" })).toBeNull();
});

test("unlinking an account removes only the account that was clicked", async () => {
  const lena = { ...account, provider: "tiktok", provider_viewer_id: "9", name: "lena.draws" };
  responses["/viewers/twitch/77"] = { ...viewer, accounts: [lena] };
  responses["/viewers/tiktok/9/links"] = {};
  show();
  await screen.findByText("4,118");
  await userEvent.click(screen.getByRole("button", { name: "lena.draws on TikTok" }));
  responses["/viewers/twitch/77"] = viewer;
  await userEvent.click(await screen.findByRole("menuitem", { name: "Unlink" }));
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "Account unlinked" }]));
  expect(deleted).toEqual(["/api/2/channels/c1/viewers/tiktok/9/links"]);
  await waitFor(() => expect(screen.getByText("Linked accounts").nextElementSibling?.textContent).toBe("None"));
});

test("the pin button shows and toggles the pinned state", async () => {
  const toggled = vi.fn<() => void>();
  show("twitch", ["moderation.use"], { isPinned: true, onToggle: toggled });
  const pin = await screen.findByRole("button", { name: "Pin" });
  expect(pin.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(pin);
  expect(toggled).toHaveBeenCalledOnce();
});

test("a card that is opened again takes the focus again", async () => {
  const openAgain = show();
  await screen.findByText("4,118");
  screen.getByRole("textbox", { name: "Elsewhere" }).focus();
  openAgain();
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "kestrel_" }));
});

test("a note draft is kept until the note is added", async () => {
  const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Add a note for the team" });
  responses["/viewers/twitch/77/notes"] = {};
  show();
  (await field()).focus();
  await userEvent.paste("asked twice");
  cleanup();
  show();
  expect((await field()).value).toBe("asked twice");
  (await field()).focus();
  await userEvent.keyboard("{Enter}");
  cleanup();
  await waitFor(() => expect(readDraft("note:c1:twitch:77")).toBe(""));
});

test("the card's keys do nothing in a field, elsewhere on the page, or with a modifier", async () => {
  show();
  await screen.findByText("4,118");
  await userEvent.keyboard("{Control>}b{/Control}");
  await userEvent.type(screen.getByRole("textbox", { name: "Add a note for the team" }), "b3");
  await userEvent.type(screen.getByRole("textbox", { name: "Elsewhere" }), "b3");
  expect(posted).toEqual([]);
});

test("the card's keys do nothing while one of its dialogs is open", async () => {
  show();
  await screen.findByText("4,118");
  await userEvent.click(screen.getByRole("button", { name: /^Ban everywhere/ }));
  await screen.findByRole("dialog", { name: "Ban everywhere?" });
  await userEvent.keyboard("b");
  expect(posted).toEqual([]);
});

test("a banned viewer can be unbanned [X6 T3]", async () => {
  responses["/viewers/twitch/77"] = { ...viewer, sent_out: { until: null } };
  responses["/twitch/t/ban"] = logEntry("e", { action: "unban", can_undo: false });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Unban" }));
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "User unbanned successfully" }]));
});

test("focus stays on the card after unbanning by keyboard", async () => {
  responses["/viewers/twitch/77"] = { ...viewer, sent_out: { until: null } };
  responses["/twitch/t/ban"] = logEntry("e", { action: "unban", can_undo: false });
  show();
  (await screen.findByRole("button", { name: "Unban" })).focus();
  responses["/viewers/twitch/77"] = viewer;
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Unban" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: "kestrel_" })));
});

function lineOf(id: number, text: string) {
  const sent_at = `2026-03-04T12:00:0${id}.000000Z`;
  const author = { id: "77", login: "kestrel_", name: "kestrel_" };
  const parts = [{ type: "text", text }];
  return { message_id: `m${id}`, connection_id: "t", provider: "twitch", sent_at, author, text, parts };
}

async function showMessages() {
  responses["/chat-messages"] = { records: [{ line: lineOf(5, "newest"), removal: null }], cursor: "/2" };
  responses["/chat-messages/2"] = { records: [{ line: lineOf(4, "older"), removal: null }], cursor: "/3" };
  responses["/chat-messages/3"] = { records: [{ line: lineOf(3, "oldest"), removal: null }], cursor: null };
  show();
  await userEvent.click(await screen.findByRole("tab", { name: "Messages" }));
  await screen.findByText("newest");
}

test("focus stays on Show older while messages load, and moves to the first added message after the last page", async () => {
  await showMessages();
  screen.getByRole("button", { name: "Show older" }).focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("older");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Show older" }));
  await userEvent.keyboard("{Enter}");
  const oldest = (await screen.findByText("oldest")).closest("li");
  await waitFor(() => expect(document.activeElement).toBe(oldest));
});

test("live events delete, restore and add messages of the Messages tab", async () => {
  await showMessages();
  const struck = () => [...document.querySelectorAll("del")].map(({ textContent }) => textContent);
  const period = { since: "2026-03-04T12:00:00Z", until: "2026-03-04T12:00:09Z" };
  emitChatEvents({
    type: "swept",
    connection_id: "t",
    author_id: "77",
    ...period,
    removal: { how: "banned", at: period.until },
  });
  await waitFor(() => expect(struck()).toEqual(["newest"]));
  emitChatEvents({ type: "restored", lines: [{ connection_id: "t", message_id: "m5" }] });
  await waitFor(() => expect(struck()).toEqual([]));
  emitChatEvents({ type: "line", line: lineOf(6, "just now") });
  await screen.findByText("just now");
  expect(screen.getAllByText(/newest|just now/).map(({ textContent }) => textContent)).toEqual(["just now", "newest"]);
});

test("with two chats on one platform the card has a chat selection", async () => {
  const connections = [...viewer.connections, { id: "second", name: "junoplays2" }];
  responses["/viewers/twitch/77"] = { ...viewer, connections };
  responses["/twitch/second/ban"] = logEntry("e");
  show();
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Chat" }), "junoplays2");
  await userEvent.click(screen.getByRole("button", { name: "Time out for 1 hour" }));
  await waitFor(() => expect(posted[0]?.path).toBe("/api/2/channels/c1/twitch/second/ban"));
});

test("an action in the history is undone once, even if the button is pressed twice [T3]", async () => {
  const ban = logEntry("e", { action: "ban", seconds: null });
  responses["/moderation-log"] = { records: [ban], cursor: null };
  responses["/moderation-log/e/undo"] = {
    ...ban,
    can_undo: false,
    undone_at: "2026-03-04T12:01:00Z",
    undone_by: "Juniper",
  };
  show();
  await userEvent.dblClick(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "User unbanned successfully" }]));
  expect(posted.map(({ path }) => path)).toEqual(["/api/2/channels/c1/moderation-log/e/undo"]);
  const row = document.activeElement;
  expect(row?.textContent).toMatch(/^Banned by Juniper.*Undone by Juniper$/);
});

test("a time-out cannot be undone while a later ban is active [T3]", async () => {
  const ban = logEntry("b", { action: "ban", seconds: null, until: null, created_at: "2026-03-04T12:00:02Z" });
  responses["/moderation-log"] = { records: [ban, logEntry("a", { seconds: 1 })], cursor: null };
  show();
  await screen.findByText(/Timed out 1 s/);
  expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1);
});

const tiktok = {
  provider: "tiktok",
  name: "TikTok",
  flags: { chatRead: true },
  capabilities: [{ label: "Moderate", supported: false }],
};

test("ban everywhere is disabled if no account can be banned", async () => {
  responses["/viewers/tiktok/77"] = { ...viewer, provider: "tiktok" };
  show("tiktok");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: /^Ban everywhere/ });
  expect([button.disabled, button.textContent]).toEqual([true, "Ban everywhere"]);
});

test("ban everywhere lists only accounts on platforms with bans", async () => {
  const lena = { ...account, provider: "tiktok", provider_viewer_id: "9", name: "lena.draws" };
  responses["/viewers/twitch/77"] = { ...viewer, accounts: [lena] };
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Ban everywhere ?1 account$/ }));
  expect((await screen.findByRole("list", { name: "Banned" })).textContent).toBe("kestrel_");
  expect(screen.getByRole("list", { name: "Not banned" }).textContent).toBe("lena.draws");
  expect(screen.getByRole("button", { name: "Ban 1 account" })).toBeDefined();
});

test("an unknown viewer shows an empty state", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ type: "not_found", message: "No" }, { status: 404 }));
  show();
  expect(await screen.findByText("Viewer not found")).toBeDefined();
});

test("a card that fails to load shows the error and a retry button", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ type: "down", message: "The database is unavailable" }, { status: 503 }),
  );
  show();
  expect(await screen.findByText("The database is unavailable")).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});
