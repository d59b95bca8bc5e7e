import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { readDraft } from "../../lib/text/drafts";
import { currentToasts } from "../../ui/toast/toast";
import { CHATS, calls, channelId, kestrel, opened, resetServer, sends, server, show, write } from "./test-composer";
import { connection } from "./test-platforms";

beforeEach(resetServer);

test("a slash command is run and never sent as text [T3]", async () => {
  server.respond = () =>
    Response.json({ id: "e", action: "timeout", seconds: 90, detail: "", can_undo: true, provider: "twitch" });
  const field = show();
  await write(field, "/timeout kestrel_ 90 spoilers", "{Enter}");
  await waitFor(() => expect(field.value).toBe(""));
  expect(calls.at(-1)).toMatchObject({
    path: `/api/2/channels/${channelId()}/twitch/t/ban`,
    body: { provider_viewer_id: "77", duration_seconds: 90, reason: "spoilers" },
  });
  expect(sends()).toEqual([]);
});

test("text typed while a slow command runs stays in the field", async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  server.respond = () => Response.json({ id: "e", action: "timeout", seconds: 60, detail: "", provider: "twitch" });
  server.responseGate = finished;
  const field = show();
  await write(field, "/timeout kestrel_ 1m", "{Enter}");
  await userEvent.clear(field);
  await write(field, "something new");
  finish();
  await waitFor(() => expect(currentToasts()).toHaveLength(1));
  expect(field.value).toBe("something new");
});

test("a command that completes after the screen is closed is not kept as a draft", async () => {
  server.respond = () => Response.json({ id: "e", action: "timeout", seconds: 60, detail: "", provider: "twitch" });
  const field = show();
  await write(field, "/timeout kestrel_ 1m", "{Enter}");
  cleanup();
  await waitFor(() => expect(readDraft(`message:${channelId()}`)).toBe(""));
});

test("a name that cannot be looked up shows why, and the text stays for another try", async () => {
  server.respond = () => Response.json({ type: "internal", message: "The database is busy." }, { status: 500 });
  const field = show();
  await write(field, "/ban nobodyhere", "{Enter}");
  expect(await screen.findByText("The database is busy.")).toBeDefined();
  expect(field.value).toBe("/ban nobodyhere");
});

test("/delete on a platform that cannot delete reports the message as hidden in Greenroom", async () => {
  server.respond = () => Response.json({ id: "e", action: "delete", seconds: null, detail: "", provider: "tiktok" });
  const field = show();
  await write(field, "/delete lena", "{Enter}");
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "Message hidden here" }]));
  expect(calls.at(-1)?.path).toBe(`/api/2/channels/${channelId()}/tiktok/x/chat-messages/m9`);
});

test("a permit is given by name, and the toast shows its duration", async () => {
  server.respond = ({ path }) =>
    path.endsWith("/permits")
      ? Response.json({ ...viewerIds, seconds: 60 }, { status: 201 })
      : Response.json({ records: [], emotes: [], sources: [] });
  const field = show();
  await write(field, "/permit kestrel_", "{Enter}");
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ message: "kestrel_ can post one link in the next 60 s" }]),
  );
  const posts = calls.filter(({ method }) => method === "POST");
  expect(posts).toMatchObject([{ path: `/api/2/channels/${channelId()}/permits`, body: viewerIds }]);
  expect(field.value).toBe("");
});

const viewerIds = { provider: "twitch", provider_viewer_id: "77" };

test("a viewer card opens even if the channel has two chats on the viewer's platform", async () => {
  const viewer = { ...viewerIds, login: "robin", name: "robin", colour: "" };
  server.respond = () => Response.json({ records: [viewer], emotes: [], sources: [] });
  const field = show(null, [], [connection("t", "twitch"), connection("second", "twitch")]);
  await write(field, "/card robin", "{Enter}");
  await waitFor(() => expect(opened).toHaveBeenCalledWith("twitch", "77"));
});

test("an unknown command shows an error and stays in the field", async () => {
  const field = show();
  await write(field, "/dance now", "{Enter}");
  expect(await screen.findByText("Unknown command: /dance")).toBeDefined();
  expect(field.value).toBe("/dance now");
  // Viewers may have been searched by the typed text.
  expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("Enter after an unknown command never inserts a name", async () => {
  const field = show();
  await write(field, "/shrug ke", "{Enter}");
  expect(await screen.findByText("Unknown command: /shrug")).toBeDefined();
  expect(field.value).toBe("/shrug ke");
});

test("Enter picks a name only if it starts with the text or is highlighted; Tab also one that contains the text", async () => {
  const field = show();
  await write(field, " /ban strel");
  expectOptions("kestrel_ Twitch");
  await write(field, "", "{Enter}");
  expect(await screen.findByText("User strel not found")).toBeDefined();
  expect(field.value).toBe(" /ban strel");
  await write(field, "", "{ArrowDown}{Enter}");
  expect(field.value).toBe(" /ban kestrel_ ");
  await userEvent.clear(field);
  await write(field, "/ban STREL", "{Tab}");
  expect(field.value).toBe("/ban kestrel_ ");
  await userEvent.clear(field);
  await write(field, "/ban KES", "{Enter}");
  expect(field.value).toBe("/ban kestrel_ ");
});

test("Enter after a command without a user shows its usage, so that two quick presses ban no one", async () => {
  const field = show();
  await write(field, "/ban ", "{Enter}");
  expect(await screen.findByText("Usage: /ban <user> [reason]")).toBeDefined();
  expect(field.value).toBe("/ban ");
});

test("the list of names after @ is closed, reopened and picked from with the keyboard alone", async () => {
  const field = show();
  await write(field, "hey @ke");
  const option = await screen.findByRole("option", { name: "kestrel_ Twitch" });
  expect(field.getAttribute("aria-activedescendant")).toBe(option.id);
  await write(field, "", "{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  await write(field, "s", "{Tab}");
  expect(field.value).toBe("hey @kestrel_ ");
  expect(sends()).toEqual([]);
});

const zofie = { ...kestrel, id: "5", login: "zofiekresli", name: "Žofie" };
const zofies = [zofie, { ...zofie, provider: "youtube", connection_id: "y", name: "Žofka" }];

function expectOptions(...names: string[]) {
  const shown = screen.getAllByRole("option");
  expect(shown).toEqual(names.map((name) => screen.getByRole("option", { name })));
}

test("two users with the same login are listed separately, and the selected user is used", async () => {
  server.respond = ({ path }) =>
    path.endsWith("/permits")
      ? Response.json({ provider: "youtube", provider_viewer_id: "5", seconds: 60 }, { status: 201 })
      : Response.json({ records: [], emotes: [], sources: [] });
  const field = show(null, [], CHATS, zofies);
  await write(field, "/permit zofiekresli");
  expectOptions("Žofie zofiekresli Twitch", "Žofka zofiekresli YouTube");
  await write(field, "", "{ArrowDown}{Enter}");
  expect(field.value).toBe("/permit Žofka ");
  await write(field, "", "{Enter}");
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { provider: "youtube", provider_viewer_id: "5" } }));
});

test("an ambiguous name opens the list, wherever the caret is", async () => {
  const field = show(null, [], CHATS, zofies);
  await write(field, "/timeout zofiekresli 10m spoilers", "{Enter}");
  expect(await screen.findByText("2 users are called zofiekresli: select one from the list")).toBeDefined();
  expectOptions("Žofie zofiekresli Twitch", "Žofka zofiekresli YouTube");
  await write(field, "", "{Enter}");
  expect(field.value).toBe("/timeout Žofie 10m spoilers");
  expect(screen.queryByText(/users are called/)).toBeNull();
  expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("users with the same login that a search finds are listed too", async () => {
  const records = zofies.map(({ id, ...viewer }) => ({ ...viewer, provider_viewer_id: id }));
  server.respond = () => Response.json({ records, emotes: [], sources: [] });
  const field = show(null, [], CHATS, []);
  await write(field, "/card zofiekresli", "{Enter}");
  expect(await screen.findByText(/^2 users are called zofiekresli/)).toBeDefined();
  await screen.findAllByRole("option");
  expectOptions("Žofie zofiekresli Twitch", "Žofka zofiekresli YouTube");
  await write(field, "", "{ArrowDown}{Enter}{Enter}");
  await waitFor(() => expect(opened).toHaveBeenCalledWith("youtube", "5"));
});

test("a login that is typed in full closes the list", async () => {
  const field = show(null, [], CHATS, [zofie]);
  await write(field, "hi @zofie");
  expectOptions("Žofie zofiekresli Twitch");
  await write(field, "kresli");
  expect(screen.queryByRole("listbox")).toBeNull();
});
