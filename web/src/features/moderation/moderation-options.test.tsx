import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ChatLine } from "../../api/chat";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { logEntry } from "../../session/test-moderation-entry";
import { currentToasts, toast } from "../../ui/toast/toast";
import { currentUndoOffers } from "../../ui/undo/undo-offers";
import { ModerationOptions } from "./moderation-options";

const line: ChatLine = {
  connection_id: "t",
  provider: "twitch",
  message_id: "m1",
  kind: "text",
  sent_at: "2026-03-04T12:00:00Z",
  text: "spoiler",
  parts: [],
  author: { id: "77", login: "kestrel_", name: "kestrel_", colour: "" },
};
const platforms = [
  { provider: "twitch", name: "Twitch", capabilities: [{ label: "Warnings", supported: true }] },
  { provider: "youtube", name: "YouTube", capabilities: [] },
];

const posted: { path: string; body: unknown }[] = [];
let respond: () => Response;

beforeEach(() => {
  posted.length = 0;
  respond = () => Response.json(logEntry("e", { seconds: 2700 }));
  vi.stubGlobal("fetch", async (request: Request) => {
    posted.push({ path: new URL(request.url).pathname, body: await request.json() });
    return respond();
  });
});

function show(provider = "twitch") {
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.platforms, platforms);
  const onClose = vi.fn();
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <main>
          <ModerationOptions
            channelId="c1"
            line={{ ...line, provider }}
            button={new DOMRect(100, 200, 16, 26)}
            onClose={onClose}
          />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return onClose;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("a typed duration and reason are sent, and toast and Undo bar name viewer and platform [E7 X4]", async () => {
  const onClose = show();
  expect(screen.getByRole("dialog", { name: "Duration and reason for kestrel_ on Twitch" })).toBeDefined();
  await userEvent.type(screen.getByRole("textbox", { name: "Reason (optional)" }), " Spoilers ");
  await userEvent.type(screen.getByRole("textbox", { name: "Duration" }), "45m{Enter}");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const body = { provider_viewer_id: "77", duration_seconds: 2700, reason: "Spoilers" };
  expect(posted).toEqual([{ path: "/api/2/channels/c1/twitch/t/ban", body }]);
  expect(currentToasts()).toMatchObject([{ message: "User timed out for 45 minutes", detail: "kestrel_ on Twitch" }]);
  expect(currentUndoOffers()).toMatchObject([{ verb: "Timed out", name: "kestrel_", suffix: "on Twitch for 45 m" }]);
});

test.each(["", "0", "15d", "ten"])("a duration of %j shows the accepted format, and nothing is sent", async (typed) => {
  show();
  if (typed) await userEvent.type(screen.getByRole("textbox", { name: "Duration" }), typed);
  await press("Time out");
  expect(screen.getByText("Duration must be 1s–14d, e.g. 90, 10m, 1h, 7d")).toBeDefined();
  expect(posted).toEqual([]);
});

test("presets and Ban send the typed reason with one click [E7]", async () => {
  show();
  await userEvent.type(screen.getByRole("textbox", { name: "Reason (optional)" }), "Spoilers");
  await press("Time out for 1 hour");
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.body).toEqual({ provider_viewer_id: "77", duration_seconds: 3600, reason: "Spoilers" });
  await waitFor(() => expect(screen.getByRole("button", { name: "Ban" }).getAttribute("aria-busy")).toBeNull());
  await press("Ban");
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(posted[1]?.body).toEqual({ provider_viewer_id: "77", reason: "Spoilers" });
});

test("a failure leaves the options open, with the typed reason [X2]", async () => {
  respond = () => Response.json({ type: "conflict", message: "The bot is not a moderator" }, { status: 409 });
  const onClose = show();
  await userEvent.type(screen.getByRole("textbox", { name: "Reason (optional)" }), "Spoilers");
  await press("Ban");
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ tone: "error", message: "The bot is not a moderator" }]),
  );
  expect(screen.getByDisplayValue("Spoilers")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

test("for a platform without reasons the options say so, and no reason is sent [E7]", async () => {
  show("youtube");
  expect(screen.queryByRole("textbox", { name: "Reason (optional)" })).toBeNull();
  expect(screen.getByText("YouTube doesn't support reasons")).toBeDefined();
  await press("Ban");
  await waitFor(() =>
    expect(posted).toEqual([{ path: "/api/2/channels/c1/youtube/t/ban", body: { provider_viewer_id: "77" } }]),
  );
});

test("a warning needs a reason, and its toast names the viewer and the platform [P4]", async () => {
  respond = () => Response.json(logEntry("e", { action: "warn", seconds: null, can_undo: false }));
  const onClose = show();
  await press("Warn");
  expect([screen.getByText("Enter a reason: the viewer must confirm it") !== null, posted]).toEqual([true, []]);
  await userEvent.type(screen.getByRole("textbox", { name: "Reason (optional)" }), "Be kind");
  await press("Warn");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const body = { provider_viewer_id: "77", reason: "Be kind" };
  expect(posted).toEqual([{ path: "/api/2/channels/c1/twitch/t/warning", body }]);
  expect(currentToasts()).toMatchObject([{ message: "User warned", detail: "kestrel_ on Twitch" }]);
  expect(currentUndoOffers()).toEqual([]);
});

test("a platform without warnings has no button for them", () => {
  show("youtube");
  expect(screen.queryByRole("button", { name: "Warn" })).toBeNull();
});

test("Escape closes the options", async () => {
  const onClose = show();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalled();
});
