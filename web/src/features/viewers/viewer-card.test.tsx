import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { topics } from "../../live/topics";
import { entry } from "../../session/test-entry";
import { currentToasts, toast } from "../../ui/toast";
import { ViewerCard } from "./viewer-card";
import type { Viewer } from "./viewers.queries";

const account = {
  provider: "twitch",
  provider_viewer_id: "77",
  login: "kestrel_",
  name: "kestrel_",
  colour: "#ffffff",
  avatar_url: "",
  level: 2,
  role: "VIP",
  is_bot: false,
  last_seen_at: "2026-03-04T12:00:00Z",
  message_count: 4118,
};
const viewer: Viewer = {
  ...account,
  first_seen_at: "2025-07-14T12:00:00Z",
  former_names: ["kes"],
  is_subscriber: false,
  sub_months: 0,
  sent_out: null,
  connections: [{ id: "t", name: "junoplays" }],
  accounts: [],
  notes: [],
};
const twitch = {
  provider: "twitch",
  name: "Twitch",
  capabilities: [{ label: "Delete, time out, ban", supported: true }],
};

const posted: { path: string; body: unknown }[] = [];
let answers: Record<string, unknown>;

beforeEach(() => {
  posted.length = 0;
  answers = { "/viewers/twitch/77": viewer, "/moderation-log": { records: [], cursor: null }, "/filter-strikes": [] };
  vi.spyOn(topics, "subscribe").mockReturnValue(() => undefined);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") posted.push({ path: pathname, body: JSON.parse((await request.text()) || "{}") });
    const path = pathname.replace("/api/2/channels/c1", "");
    const body = answers[path] ?? { type: "unavailable", message: "Twitch does not answer" };
    return Response.json(body, { status: path in answers ? 200 : 503 });
  });
});

function show(provider = "twitch") {
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.platforms, [twitch, tiktok]);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <main>
          <ViewerCard channelId="c1" provider={provider} viewerId="77" onClose={() => undefined} />
          <input aria-label="Elsewhere" />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("a card shows what is known although the platform does not answer", async () => {
  show();
  expect(await screen.findByText("4,118")).toBeDefined();
  expect(screen.getByText("14 Jul 2025")).toBeDefined();
  expect(screen.getByText("kes")).toBeDefined();
  await waitFor(() => expect(screen.getAllByText("Not told")).toHaveLength(2));
  expect(currentToasts()).toEqual([]);
});

test("a card tells how long somebody has watched, followed and subscribed", async () => {
  answers["/viewers/twitch/77"] = { ...viewer, is_subscriber: true, sub_months: 14 };
  answers["/viewers/twitch/77/attendance"] = { watched_seconds: 11_520, streams: 9, streak: 4, best_streak: 6 };
  const told = { login: "kestrel_", name: "kestrel_", avatar_url: "", detail: "" };
  answers["/viewers/twitch/77/platform"] = {
    ...told,
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
    "Follows since": "3 Feb 2024",
    Subscribed: "14 months",
  });
});

test.each([
  ["1", 1, "1 second"],
  ["2", 60, "1 minute"],
  ["3", 600, "10 minutes"],
  ["4", 3600, "1 hour"],
  ["5", 86_400, "24 hours"],
])("its key %s times out for %i seconds as soon as it is open [X4]", async (key, seconds, words) => {
  answers["/twitch/t/ban"] = entry("e", { seconds });
  show();
  await screen.findByText("4,118");
  await userEvent.keyboard(key);
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: `User timed out for ${words}` }]));
  expect(posted).toMatchObject([{ body: { provider_viewer_id: "77", duration_seconds: seconds } }]);
});

test("its keys do nothing in a field, elsewhere on the page, or with a modifier", async () => {
  show();
  await screen.findByText("4,118");
  await userEvent.keyboard("{Control>}b{/Control}");
  await userEvent.type(screen.getByRole("textbox", { name: "Add a note for the team" }), "b3");
  await userEvent.type(screen.getByRole("textbox", { name: "Elsewhere" }), "b3");
  expect(posted).toEqual([]);
});

test("its keys do nothing while one of its dialogs is open", async () => {
  show();
  await screen.findByText("4,118");
  await userEvent.click(screen.getByRole("button", { name: /^Ban everywhere/ }));
  await screen.findByRole("dialog", { name: "Ban everywhere?" });
  await userEvent.keyboard("b");
  expect(posted).toEqual([]);
});

test("whoever is sent out can be let in again [X6 T3]", async () => {
  answers["/viewers/twitch/77"] = { ...viewer, sent_out: { until: null } };
  answers["/twitch/t/ban"] = entry("e", { action: "unban", can_undo: false });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Unban" }));
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "User unbanned successfully" }]));
});

test("where a channel has two chats of one platform, the card asks which is meant", async () => {
  const connections = [...viewer.connections, { id: "second", name: "junoplays2" }];
  answers["/viewers/twitch/77"] = { ...viewer, connections };
  answers["/twitch/second/ban"] = entry("e");
  show();
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "In which chat" }), "junoplays2");
  await userEvent.click(screen.getByRole("button", { name: "Time out for 1 hour" }));
  await waitFor(() => expect(posted[0]?.path).toBe("/api/2/channels/c1/twitch/second/ban"));
});

test("a ban everywhere says for each chat how it went", async () => {
  const result = { connection_id: "t", provider: "twitch", provider_viewer_id: "77", name: "kestrel_", entry_id: null };
  answers["/viewers/twitch/77/ban-everywhere"] = {
    results: [
      { ...result, outcome: "done", detail: "" },
      { ...result, connection_id: "k", outcome: "failed", detail: "Kick does not answer" },
    ],
  };
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Ban everywhere/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Ban 1 account" }));
  expect(await screen.findByText("Failed: Kick does not answer")).toBeDefined();
  expect(screen.getByRole("list", { name: "How it went" }).children).toHaveLength(2);
});

test("a deed in the history is undone once, however quickly its button is pressed twice [T3]", async () => {
  const ban = entry("e", { action: "ban", seconds: null });
  answers["/moderation-log"] = { records: [ban], cursor: null };
  answers["/moderation-log/e/undo"] = { ...ban, can_undo: false, undone_by: "Juniper" };
  show();
  await userEvent.dblClick(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "User unbanned successfully" }]));
  expect(posted.map(({ path }) => path)).toEqual(["/api/2/channels/c1/moderation-log/e/undo"]);
});

const tiktok = { provider: "tiktok", name: "TikTok", capabilities: [{ label: "Moderate", supported: false }] };

test("whoever cannot be banned anywhere is not offered to be", async () => {
  answers["/viewers/tiktok/77"] = { ...viewer, provider: "tiktok" };
  show("tiktok");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: /^Ban everywhere/ });
  expect([button.disabled, button.textContent]).toEqual([true, "Ban everywhere"]);
});

test("a ban everywhere promises only what its platforms take", async () => {
  const lena = { ...account, provider: "tiktok", provider_viewer_id: "9", name: "lena.draws" };
  answers["/viewers/twitch/77"] = { ...viewer, accounts: [lena] };
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Ban everywhere ?1 account$/ }));
  expect((await screen.findByRole("list", { name: "Banned" })).textContent).toBe("kestrel_");
  expect(screen.getByRole("list", { name: "Not banned" }).textContent).toBe("lena.draws");
  expect(screen.getByRole("button", { name: "Ban 1 account" })).toBeDefined();
});

test("somebody who is not known is said to be so", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ type: "not_found", message: "No" }, { status: 404 }));
  show();
  expect(await screen.findByText("Nobody of this name")).toBeDefined();
});

test("a card that cannot be loaded says what happened and offers another try", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ type: "down", message: "The database sleeps" }, { status: 503 }));
  show();
  expect(await screen.findByText("The database sleeps")).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});
