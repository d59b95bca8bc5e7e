import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ChatLine, Removal, SentMessage, StoredLine } from "../../api/chat";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import type { ChannelProvider } from "../../api/types";
import { logEntry } from "../../session/test-moderation-entry";
import { currentToasts, toast } from "../../ui/toast/toast";
import { currentUndoOffers, takeUndo } from "../../ui/undo/undo-offers";
import { SentBar } from "./sent-bar";

const platform = (provider: string, name: string) => ({
  provider,
  name,
  flags: { chatWrite: true },
  capabilities: [{ label: "Delete, time out, ban", supported: true }],
});
// Only the fields that the bar reads.
const connections = [
  { id: "t", scope_needed: false, can_moderate: true },
  { id: "k", scope_needed: false, can_moderate: true },
] as ChannelProvider[];

function receipt(connection_id: string, provider: string, message_ids: string[]): SentMessage["receipts"][number] {
  const result = { state: "sent", reason: "", detail: "", parts: 1, attempts: 1 } as const;
  return { connection_id, provider, account_name: "", message_ids, ...result };
}

const sent: SentMessage = {
  id: "s1",
  text: "five minute break",
  kind: "message",
  speaker: "me",
  author_name: "Juniper",
  user_id: "u1",
  created_at: "2026-03-04T12:00:00Z",
  reply_to: null,
  receipts: [receipt("t", "twitch", ["t1", "t2"]), receipt("k", "kick", ["k1"])],
  revision: 2,
};

function echo(connection_id: string, message_id: string, removal: Removal | null = null): StoredLine {
  const overrides = { kind: "text" as const, sent_at: "2026-03-04T12:00:01Z", text: message_id, parts: [] };
  return { line: { connection_id, provider: "twitch", message_id, ...overrides }, removal };
}

const DELETED: Removal = { how: "deleted", at: "2026-03-04T12:00:02Z" };
const calls: string[] = [];
let respond: (path: string) => Response;

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    calls.push(`${request.method} ${pathname.replace("/api/2/channels/c1", "")}`);
    return respond(pathname);
  });
});

function show({ echoes = [], overrides = {} }: { echoes?: StoredLine[]; overrides?: Partial<SentMessage> } = {}) {
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.platforms, [platform("twitch", "Twitch"), platform("kick", "Kick")]);
  const onWhy = vi.fn<(line: ChatLine) => void>();
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <main>
          <SentBar
            channelId="c1"
            sent={{ ...sent, ...overrides }}
            echoes={echoes}
            connections={connections}
            onWhy={onWhy}
          />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return onWhy;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const toasts = () => currentToasts().map(({ tone, message }) => [tone, message]);

test("a sent message is deleted on every platform, and restored with one undo [P4]", async () => {
  respond = () => Response.json(logEntry(`e${calls.length}`, { action: "delete", seconds: null }));
  show();
  await press("Delete");
  await waitFor(() => expect(toasts()).toEqual([["success", "Message deleted on Twitch and Kick"]]));
  expect(calls).toEqual([
    "DELETE /twitch/t/chat-messages/t1",
    "DELETE /twitch/t/chat-messages/t2",
    "DELETE /kick/k/chat-messages/k1",
  ]);
  currentUndoOffers().forEach(takeUndo);
  await waitFor(() => expect(toasts()).toContainEqual(["success", "Message restored"]));
  expect(calls.slice(3)).toEqual([1, 2, 3].map((n) => `POST /moderation-log/e${n}/undo`));
});

test("a failed delete on one platform shows an error, and the message is deleted on the others [X2]", async () => {
  respond = (path) =>
    path.includes("/kick/")
      ? Response.json({ type: "conflict", message: "The bot is not a moderator" }, { status: 409 })
      : Response.json(logEntry("e", { action: "delete", seconds: null }));
  show();
  await press("Delete");
  const expected = [
    ["error", "Kick: The bot is not a moderator"],
    ["success", "Message deleted on Twitch"],
  ];
  await waitFor(() => expect(toasts()).toEqual(expected));
});

test("a message that is only hidden in Greenroom is not reported as deleted on its platform", async () => {
  const detail = "Hidden here only. The broadcaster's messages cannot be deleted on Twitch.";
  respond = (path) =>
    Response.json(logEntry("e", { action: "delete", seconds: null, detail: path.includes("/twitch/") ? detail : "" }));
  show();
  await press("Delete");
  const expected = { message: "Message deleted on Kick", detail: `Twitch: ${detail}` };
  await waitFor(() => expect(currentToasts()).toMatchObject([expected]));
});

test("copies that are already deleted are not deleted again", async () => {
  respond = () => Response.json(logEntry("e", { action: "delete", seconds: null }));
  show({ echoes: [echo("t", "t1", DELETED), echo("t", "t2")] });
  await press("Delete");
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls).toEqual(["DELETE /twitch/t/chat-messages/t2", "DELETE /kick/k/chat-messages/k1"]);
});

test.each([
  [
    { echoes: [echo("t", "t1", DELETED)], overrides: { receipts: [receipt("t", "twitch", ["t1"])] } },
    "Already deleted",
  ],
  [{ overrides: { receipts: [receipt("t", "twitch", [])] } }, "Not delivered to any platform"],
  [{ overrides: { receipts: [receipt("x", "twitch", ["t1"])] } }, "Twitch is no longer connected"],
])("a message that cannot be deleted shows the reason [P4]", async (options, why) => {
  show(options);
  const button = screen.getByRole("button", { name: new RegExp(`^Delete: ${why}`) });
  await userEvent.click(button);
  expect([button.getAttribute("aria-disabled"), calls]).toEqual(["true", []]);
});

test("Why? explains the first echo, and there is no reply button", async () => {
  const first = echo("t", "t1");
  const onWhy = show({ echoes: [first, echo("k", "k1")] });
  screen.getByRole("button", { name: "Delete" }).focus();
  await userEvent.keyboard("{ArrowRight}{Enter}");
  expect(onWhy).toHaveBeenCalledWith(first.line);
  expect(screen.queryByRole("button", { name: /Reply/ })).toBeNull();
});
