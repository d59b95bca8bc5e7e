import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChatLine } from "../../api/chat";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import type { ChannelProvider } from "../../api/types";
import { logEntry } from "../../session/test-moderation-entry";
import { currentToasts, toast } from "../../ui/toast/toast";
import { currentUndoOffers, takeUndo } from "../../ui/undo/undo-offers";
import { HoverBar } from "./hover-bar";

const line: ChatLine = {
  connection_id: "t",
  provider: "twitch",
  message_id: "m/1",
  kind: "text",
  sent_at: "2026-03-04T12:00:00Z",
  text: "buy followers",
  parts: [],
  author: { id: "77", login: "kestrel_", name: "kestrel_", colour: "" },
};
const twitch = {
  provider: "twitch",
  name: "Twitch",
  flags: { chatWrite: true },
  capabilities: [{ label: "Delete, time out, ban", supported: true }],
};
// Only the fields that the bar reads.
const connection = { id: "t", scope_needed: false, can_moderate: true } as ChannelProvider;

const onOptions = vi.fn();
const calls: string[] = [];
let respond: () => Response;

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return respond();
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const tiktok = {
  provider: "tiktok",
  name: "TikTok",
  flags: { chatWrite: false },
  capabilities: [{ label: "Moderate", supported: false, reason: "only in the TikTok app" }],
};

function show(permissions: string[] = ["moderation.use"], provider = "twitch") {
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.platforms, [twitch, tiktok]);
  client.setQueryData(keys.channel("c1"), { id: "c1", permissions });
  const nothing = () => undefined;
  onOptions.mockClear();
  return render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <main>
          <HoverBar
            channelId="c1"
            line={{ ...line, provider }}
            removal={null}
            connection={connection}
            onReply={nothing}
            onOptions={onOptions}
            onOpenViewer={nothing}
            onWhy={nothing}
          />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const undo = () => currentUndoOffers().forEach(takeUndo);
const messages = () => currentToasts().map(({ message }) => message);

test("a timeout and a ban show toasts with viewer and platform, and only the latest offers Undo [X4 X5]", async () => {
  const offered = () => currentUndoOffers().map(({ verb, name, suffix }) => `${verb} ${name} ${suffix}`);
  respond = () => Response.json(logEntry("e"));
  show();
  await press("Time out for 10 minutes");
  const toasted = { message: "User timed out for 10 minutes", detail: "kestrel_ on Twitch" };
  await waitFor(() => expect(currentToasts()).toMatchObject([toasted]));
  expect(offered()).toEqual(["Timed out kestrel_ on Twitch for 10 m"]);
  respond = () => Response.json(logEntry("f", { action: "ban", seconds: null }));
  await press("Ban");
  await waitFor(() => expect(messages()).toContain("User banned successfully"));
  expect(offered()).toEqual(["Banned kestrel_ on Twitch"]);
});

test("a ban can be undone after the bar is unmounted [X6]", async () => {
  respond = () => Response.json(logEntry("e", { action: "ban", seconds: null }));
  const { unmount } = show();
  await press("Ban");
  await waitFor(() => expect(messages()).toEqual(["User banned successfully"]));
  unmount();
  respond = () => Response.json(logEntry("e", { action: "ban", undone_by: "Juniper", can_undo: false }));
  undo();
  await waitFor(() => expect(messages()).toContain("User unbanned successfully"));
  expect(calls.at(-1)).toBe("POST /api/2/channels/c1/moderation-log/e/undo");
});

test("a message is deleted by the id that the platform gave it, escaped in the URL [P4]", async () => {
  respond = () => Response.json(logEntry("e", { action: "delete", seconds: null }));
  show();
  await press("Delete");
  await waitFor(() => expect(messages()).toEqual(["Message deleted"]));
  expect(calls.at(-1)).toBe("DELETE /api/2/channels/c1/twitch/t/chat-messages/m%2F1");
});

test("where messages cannot be deleted the line is hidden in Greenroom, and undo restores it [P4]", async () => {
  const hidden = logEntry("e", { action: "delete", provider: "tiktok", seconds: null, detail: "Hidden here only." });
  respond = () => Response.json(hidden);
  show(["moderation.use"], "tiktok");
  await press("Hide here (still visible on TikTok)");
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "Message hidden here" }]));
  expect(calls.at(-1)).toBe("DELETE /api/2/channels/c1/tiktok/t/chat-messages/m%2F1");
  respond = () => Response.json({ ...hidden, undone_by: "Juniper", can_undo: false });
  undo();
  await waitFor(() => expect(messages()).toContain("Message restored"));
});

test("buttons are busy during a request, and nothing is requested twice", async () => {
  let settle: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", (request: Request) => {
    calls.push(request.method);
    return new Promise((resolve) => {
      settle = resolve;
    });
  });
  show();
  await press("Ban");
  const ban = screen.getByRole("button", { name: "Ban" });
  await waitFor(() => expect(ban.getAttribute("aria-busy")).toBe("true"));
  await press("Time out for 10 minutes");
  await press("Ban");
  expect([calls, document.activeElement]).toEqual([["POST"], ban]);
  settle(Response.json(logEntry("e", { action: "ban", seconds: null })));
  await waitFor(() => expect(ban.getAttribute("aria-busy")).toBeNull());
  expect(messages()).toEqual(["User banned successfully"]);
});

test.each([
  ["Ban", "Banning kestrel_ on Twitch"],
  ["Time out for 10 minutes", "Timing out kestrel_ on Twitch"],
  ["Delete", "Deleting a message on Twitch"],
])("%s shows a loading toast after one second, although the bar is unmounted", async (name, message) => {
  vi.useFakeTimers();
  let settle: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise((resolve) => (settle = resolve)));
  const { unmount } = show();
  fireEvent.click(screen.getByRole("button", { name }));
  unmount();
  await vi.advanceTimersByTimeAsync(999);
  expect(currentToasts()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(currentToasts()).toMatchObject([{ tone: "loading", message }]);
  settle(Response.json({ type: "unavailable", message: "Twitch is not responding" }, { status: 503 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(currentToasts()).toMatchObject([{ tone: "error", message: "Twitch is not responding" }]);
});

test("a failure is shown as an error toast with the server's message [X2]", async () => {
  respond = () => Response.json({ type: "conflict", message: "The bot is not a moderator" }, { status: 409 });
  show();
  await press("Ban");
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ tone: "error", message: "The bot is not a moderator" }]),
  );
});

test("the button for duration and reason passes the line and its own position to onOptions", async () => {
  show();
  await press("Duration and reason");
  expect(onOptions).toHaveBeenCalledWith(line, expect.objectContaining({ left: 0, top: 0 }));
});

test("users who may not moderate see only the Why? button [A3]", () => {
  show(["chat.read"]);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Why?"]);
});

test("arrow keys move the focus along the toolbar", async () => {
  show();
  screen.getByRole("button", { name: "Delete" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Time out for 10 minutes");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(document.activeElement?.textContent).toBe("Why?");
});
