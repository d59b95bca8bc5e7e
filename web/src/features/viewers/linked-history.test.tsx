import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { topics } from "../../live/topics";
import { logEntry } from "../../session/test-moderation-entry";
import { toast } from "../../ui/toast/toast";
import { account, viewer } from "./test-viewer";
import { ViewerCard } from "./viewer-card";

const platform = (provider: string, name: string) => ({
  provider,
  name,
  flags: { chatRead: true },
  capabilities: [{ label: "Delete, time out, ban", supported: true }],
});
const onKick = { provider: "kick", provider_viewer_id: "5", viewer_name: "kestrel_k", connection_id: "k" };

const listeners = new Map<string, (events: readonly unknown[]) => void>();
const requested: string[] = [];
const posted: unknown[] = [];
let responses: Record<string, unknown>;

const line = (id: string, provider: string, authorId: string, minute: number) => ({
  connection_id: provider,
  provider,
  message_id: id,
  kind: "text",
  sent_at: `2026-03-04T12:0${minute}:00Z`,
  text: id,
  parts: [{ kind: "text", text: id }],
  author: { id: authorId, login: "k", name: `kestrel on ${provider}`, colour: "" },
});

beforeEach(() => {
  requested.length = 0;
  posted.length = 0;
  listeners.clear();
  const accounts = [{ ...account, provider: "kick", provider_viewer_id: "5", name: "kestrel_k" }];
  responses = {
    "/viewers/twitch/77": { ...viewer, accounts },
    "/filter-strikes": [],
    "/moderation-log": {
      records: [logEntry("b", { ...onKick, reason: "Spoilers" }), logEntry("a")],
      cursor: "older",
    },
    "/moderation-logolder": { records: [logEntry("0", onKick)], cursor: null },
    "/chat-messages": {
      records: [
        { line: line("second", "kick", "5", 2), removal: null },
        { line: line("first", "twitch", "77", 1), removal: null },
      ],
      cursor: null,
    },
    "/twitch/t/ban": logEntry("c", { seconds: 5400 }),
  };
  vi.spyOn(topics, "subscribe").mockImplementation((topic, { onEvents }) => {
    listeners.set(topic, onEvents as (events: readonly unknown[]) => void);
    return () => undefined;
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    requested.push(pathname + search);
    if (request.method === "POST") posted.push(await request.json());
    const path = pathname.replace("/api/2/channels/c1", "") + (searchParams.get("cursor") ?? "");
    const status = path in responses ? 200 : 503;
    return Response.json(responses[path] ?? { type: "unavailable", message: "No answer" }, { status });
  });
});

function show() {
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.channel("c1"), { id: "c1", permissions: ["moderation.use"] });
  client.setQueryData(keys.platforms, [platform("twitch", "Twitch"), platform("kick", "Kick")]);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <main>
          <ViewerCard channelId="c1" provider="twitch" viewerId="77" onClose={() => undefined} />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const marks = (tab: string) =>
  within(screen.getByRole("tabpanel", { name: new RegExp(tab) }))
    .getAllByRole("img")
    .map((mark) => mark.getAttribute("aria-label"));

test("the history shows entries of linked accounts, marks the account of each, and loads older entries", async () => {
  show();
  await screen.findByText(/Spoilers/);
  expect(marks("History")).toEqual(["kestrel_k on Kick", "kestrel_ on Twitch"]);
  expect(requested.filter((path) => path.includes("moderation-log"))).toEqual([
    "/api/2/channels/c1/moderation-log?provider=twitch&provider_viewer_id=77&with_linked=true",
  ]);
  await userEvent.click(screen.getByRole("button", { name: /older/ }));
  await waitFor(() => expect(marks("History")).toHaveLength(3));
});

test("an action on a linked account appears at once, an action on another viewer does not", async () => {
  show();
  await screen.findByText(/Spoilers/);
  const created_at = "2026-03-04T13:00:00Z";
  act(() =>
    listeners.get("c1:moderation")?.([
      { type: "entry", entry: logEntry("x", { ...onKick, created_at }) },
      { type: "entry", entry: logEntry("y", { provider: "kick", created_at }) },
    ]),
  );
  await waitFor(() =>
    expect(marks("History")).toEqual(["kestrel_k on Kick", "kestrel_k on Kick", "kestrel_ on Twitch"]),
  );
});

test("the messages of linked accounts are shown, live messages too", async () => {
  show();
  await userEvent.click(await screen.findByRole("tab", { name: "Messages" }));
  await screen.findByText("second");
  expect(requested.find((path) => path.includes("chat-messages"))).toContain("viewer_id=77&with_linked=true");
  act(() =>
    listeners.get("c1:chat")?.([
      { type: "line", line: line("third", "kick", "5", 3) },
      { type: "line", line: line("not theirs", "kick", "77", 4) },
    ]),
  );
  await screen.findByText("third");
  expect(marks("Messages")).toEqual([
    "kestrel on kick on Kick",
    "kestrel on kick on Kick",
    "kestrel on twitch on Twitch",
  ]);
});

test("a time-out of a typed duration sends the typed reason, and then the reason is cleared [E7]", async () => {
  show();
  const reason = await screen.findByRole<HTMLInputElement>("textbox", { name: "Reason (optional)" });
  await userEvent.type(reason, "Spoilers");
  await userEvent.type(screen.getByRole("textbox", { name: "Duration" }), "90m{Enter}");
  await waitFor(() => expect(reason.value).toBe(""));
  expect(posted).toEqual([{ provider_viewer_id: "77", duration_seconds: 5400, reason: "Spoilers" }]);
  await userEvent.click(screen.getByRole("button", { name: "Time out for 1 minute" }));
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(posted[1]).toEqual({ provider_viewer_id: "77", duration_seconds: 60, reason: "" });
});

test("a preset time-out and a ban on the card send the typed reason [E7]", async () => {
  show();
  const reason = await screen.findByRole<HTMLInputElement>("textbox", { name: "Reason (optional)" });
  await userEvent.type(reason, "Spam");
  await userEvent.click(screen.getByRole("button", { name: "Time out for 1 hour" }));
  await waitFor(() => expect(reason.value).toBe(""));
  await userEvent.type(reason, "Spam again");
  await userEvent.click(screen.getByRole("button", { name: "Ban" }));
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(posted).toEqual([
    { provider_viewer_id: "77", duration_seconds: 3600, reason: "Spam" },
    { provider_viewer_id: "77", reason: "Spam again" },
  ]);
});
