import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { currentToasts } from "../../ui/toast/toast";
import {
  acceptMessages,
  CHATS,
  calls,
  channelId,
  kestrel,
  resetServer,
  sends,
  server,
  show,
  write,
} from "./test-composer";
import { connection } from "./test-platforms";

beforeEach(resetServer);

const entry = { id: "e", detail: "", seconds: null, can_undo: false, undone_at: null, provider: "twitch" };
const requests = () => calls.filter(({ method }) => method !== "GET");

test("a chat mode is set in the selected chats that support it, and the toast says why others do not", async () => {
  server.respond = () => Response.json({ slow_seconds: 10, detail: "" });
  const field = show();
  await write(field, "/slow 10", "{Enter}");
  await waitFor(() => expect(field.value).toBe(""));
  expect(requests()).toMatchObject([
    {
      method: "PATCH",
      path: `/api/2/channels/${channelId()}/twitch/t/chat-modes`,
      body: { slow_seconds: 10 },
    },
  ]);
  expect(currentToasts()).toMatchObject([
    { message: "Slow mode 10 s", detail: "Twitch. YouTube: only in YouTube Studio" },
  ]);
  expect(sends()).toEqual([]);
});

test("a command that no selected chat supports makes no request and says why", async () => {
  const field = show(null, ["t"]);
  await write(field, "/clear", "{Enter}");
  expect(await screen.findByText("YouTube has no way to clear chat")).toBeDefined();
  expect(field.value).toBe("/clear");
  expect(requests()).toEqual([]);
});

test("/clear empties the selected chats that can be cleared", async () => {
  server.respond = () => Response.json({ ...entry, action: "clear" });
  const field = show();
  await write(field, "/clear", "{Enter}");
  await waitFor(() => expect(field.value).toBe(""));
  expect(requests()).toMatchObject([
    { method: "POST", path: `/api/2/channels/${channelId()}/twitch/t/clear-chat`, body: {} },
  ]);
  expect(currentToasts()).toMatchObject([
    { message: "Chat cleared", detail: "Twitch. YouTube has no way to clear chat" },
  ]);
  expect(sends()).toEqual([]);
});

test("Enter on /slow runs the command, although the menu lists /slowoff", async () => {
  server.respond = () => Response.json({ slow_seconds: 30, detail: "" });
  const field = show();
  await write(field, "/slow", "{Enter}");
  await waitFor(() => expect(requests()).toMatchObject([{ method: "PATCH", body: { slow_seconds: 30 } }]));
});

test("a refusal of the platform is shown, and the command stays in the field", async () => {
  const message = "Reconnect Twitch to allow changing chat modes.";
  server.respond = () => Response.json({ type: "refused", message }, { status: 409 });
  const field = show();
  await write(field, "/emoteonly", "{Enter}");
  expect(await screen.findByText(message)).toBeDefined();
  expect(field.value).toBe("/emoteonly");
});

test("/me is sent as an action to every selected chat", async () => {
  acceptMessages();
  const field = show();
  await write(field, "/me waves at chat", "{Enter}");
  await waitFor(() => expect(sends()).toHaveLength(1));
  expect(sends()[0]?.body).toMatchObject({
    text: "waves at chat",
    kind: "action",
    targets: ["t", "y"],
    speaker: "bot",
  });
  expect(field.value).toBe("");
});

test("/announce is sent only where the platform has announcements, and the composer names the others", async () => {
  acceptMessages();
  const field = show();
  await write(field, "/announce Raid at nine", "{Enter}");
  await waitFor(() => expect(sends()).toHaveLength(1));
  expect(sends()[0]?.body).toMatchObject({
    text: "Raid at nine",
    kind: "announcement",
    targets: ["t"],
    speaker: "bot",
  });
  expect(screen.getByText("Sent only where supported. YouTube has no announcements")).toBeDefined();
});

test("on their own channel a streamer announces as themselves", async () => {
  acceptMessages();
  const own = { ...connection("t", "twitch"), provider_channel_id: "me-on-twitch" };
  const field = show(null, [], [own], [kestrel], ["moderation.use"], "me");
  await write(field, "/announce Raid at nine", "{Enter}");
  await waitFor(() => expect(sends()).toHaveLength(1));
  expect(sends()[0]?.body).toMatchObject({ kind: "announcement", targets: ["t"], speaker: "me" });
});

test("a failed /me returns to the field as it was typed", async () => {
  server.respond = () => Response.json({ type: "unavailable", message: "Try again later" }, { status: 503 });
  const field = show();
  await write(field, "/me waves", "{Enter}");
  await waitFor(() => expect(field.value).toBe("/me waves"));
});

test("a shoutout to the display name of a chatter is sent with the chatter's login", async () => {
  server.respond = () => Response.json({ ...entry, action: "shoutout" });
  const field = show(null, [], CHATS, [{ ...kestrel, name: "TheBird", login: "kestrel_" }]);
  await write(field, "/shoutout thebird", "{Enter}");
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()[0]).toMatchObject({
    path: `/api/2/channels/${channelId()}/twitch/t/shoutout`,
    body: { channel_name: "kestrel_" },
  });
});

test("a raid to a name that a viewer of another platform has goes to the channel of that name", async () => {
  server.respond = () => Response.json({ ...entry, action: "raid", detail: "Starts in 90 seconds." });
  const onKick = { ...kestrel, provider: "kick", id: "k7", name: "pixelharbor", login: "harbor_fan" };
  const field = show(null, [], CHATS, [onKick]);
  await write(field, "/raid pixelharbor", "{Enter}");
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()[0]).toMatchObject({ body: { channel_name: "pixelharbor" } });
});

test("a raid to a viewer picked on another platform does not go to a namesake", async () => {
  server.respond = () => Response.json({ ...entry, action: "raid", detail: "Starts in 90 seconds." });
  const onTikTok = { ...kestrel, provider: "tiktok", id: "t7", name: "TheBird", login: "thebird.tt" };
  const field = show(null, [], CHATS, [onTikTok, { ...kestrel, name: "TheBird", login: "bird_two" }]);
  await write(field, "/raid thebi");
  await userEvent.click(await screen.findByRole("option", { name: /thebird\.tt/ }));
  await write(field, "", "{Enter}");
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()[0]).toMatchObject({ body: { channel_name: "TheBird" } });
});

test("a viewer picked on another platform for an earlier message does not decide where a raid goes", async () => {
  acceptMessages();
  const onTikTok = { ...kestrel, provider: "tiktok", id: "t7", name: "TheBird", login: "thebird.tt" };
  const field = show(null, [], CHATS, [onTikTok, { ...kestrel, name: "TheBird", login: "bird_two" }]);
  await write(field, "thanks @thebi");
  await userEvent.click(await screen.findByRole("option", { name: /thebird\.tt/ }));
  await write(field, "", "{Enter}");
  await waitFor(() => expect(sends()).toHaveLength(1));
  server.respond = () => Response.json({ ...entry, action: "raid", detail: "Starts in 90 seconds." });
  await write(field, "/raid thebird", "{Escape}{Enter}");
  await waitFor(() => expect(requests()).toHaveLength(2));
  expect(requests()[1]).toMatchObject({ body: { channel_name: "bird_two" } });
});

test("a raid to a name that two viewers have goes to the channel of that name", async () => {
  server.respond = () => Response.json({ ...entry, action: "raid", detail: "Starts in 90 seconds." });
  const named = (id: string, login: string) => ({ ...kestrel, id, name: "TheBird", login });
  const field = show(null, [], CHATS, [named("7", "bird_one"), named("8", "bird_two")]);
  await write(field, "/raid thebird", "{Escape}{Enter}");
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()[0]).toMatchObject({ body: { channel_name: "thebird" } });
});

test("a raid can go to a channel whose name no chatter has", async () => {
  server.respond = () => Response.json({ ...entry, action: "raid", detail: "Starts in 90 seconds." });
  const field = show();
  await write(field, "/raid pixelharbor", "{Enter}");
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "Raid to pixelharbor started" }]));
  expect(requests()[0]).toMatchObject({ method: "POST", body: { channel_name: "pixelharbor" } });
});

test("the error for a moderator says that a raid needs an editor", async () => {
  const field = show(null, [], CHATS, [kestrel], ["moderation.use"]);
  await write(field, "/raid pixelharbor", "{Enter}");
  expect(await screen.findByText("Only Editors can start raids")).toBeDefined();
  expect(requests()).toEqual([]);
});

test("a warning needs a platform that supports warnings", async () => {
  server.respond = () => Response.json({ ...entry, action: "warn" });
  const field = show();
  await write(field, "/warn kestrel_ be kind", "{Enter}");
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ message: "User warned", detail: "kestrel_ on Twitch" }]),
  );
  expect(requests()[0]).toMatchObject({ body: { provider_viewer_id: "77", reason: "be kind" } });
  await write(field, "/warn lena be kind", "{Enter}");
  expect(await screen.findByText("TikTok: only in the TikTok app")).toBeDefined();
});

test("the menu greys out commands that no selected chat supports, and they cannot be picked", async () => {
  const field = show(null, [], [connection("y", "youtube")]);
  await write(field, "/ann");
  const option = await screen.findByRole("option", { name: "/announce <text> YouTube has no announcements" });
  expect(option.getAttribute("aria-disabled")).toBe("true");
  await write(field, "", "{Tab}");
  expect(field.value).toBe("/ann");
});

test("for each command the menu names the selected chats, and why one does not support the command", async () => {
  const field = show();
  await write(field, "/ann");
  expect(
    await screen.findByRole("option", {
      name: "/announce <text> Post an announcement Twitch YouTube has no announcements",
    }),
  ).toBeDefined();
  await write(field, "", "{Enter}");
  expect(field.value).toBe("/announce ");
});
