import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { readDraft } from "../../lib/text/drafts";
import { currentToasts } from "../../ui/toast/toast";
import {
  acceptMessages,
  CHATS,
  calls,
  channelId,
  kestrel,
  opened,
  resetServer,
  sends,
  server,
  show,
  write,
} from "./test-composer";
import { connection } from "./test-platforms";

beforeEach(resetServer);

/** Delays all responses; returns a function that releases them. */
function holdResponses(): () => void {
  let release = () => {};
  server.responseGate = new Promise((resolve) => {
    release = resolve;
  });
  return () => release();
}

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
  server.respond = () => Response.json({ id: "e", action: "timeout", seconds: 60, detail: "", provider: "twitch" });
  const finish = holdResponses();
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

const birds = [
  { ...kestrel, id: "7", login: "bird_one", name: "TheBird" },
  { ...kestrel, id: "8", login: "bird_two", name: "TheBird" },
];
const bans = () => calls.filter(({ path }) => path.endsWith("/ban"));
const acceptBans = () => {
  server.respond = () => Response.json({ id: "e", action: "ban", seconds: null, detail: "", provider: "twitch" });
};

/** Types the text up to the name, and picks the first viewer called TheBird from the list. */
async function pickFirstBird(field: HTMLElement, text: string) {
  await write(field, text);
  await userEvent.click(await screen.findByRole("option", { name: "TheBird bird_one Twitch" }));
}

async function expectBanAsks(field: HTMLElement) {
  await write(field, "/ban thebird spam", "{Enter}");
  expect(await screen.findByText("2 users are called thebird: select one from the list")).toBeDefined();
}

test("a viewer picked for a message that was sent does not decide whom a later command bans", async () => {
  acceptMessages();
  const field = show(null, [], CHATS, birds);
  await pickFirstBird(field, "thanks @thebi");
  await write(field, "", "{Enter}");
  await waitFor(() => expect(sends()).toHaveLength(1));
  await expectBanAsks(field);
  expect(bans()).toEqual([]);
});

test("a viewer picked for a command that ran does not decide whom a later command bans", async () => {
  acceptBans();
  const field = show(null, [], CHATS, birds);
  await pickFirstBird(field, "/ban thebi");
  await write(field, "", "{Enter}");
  await waitFor(() => expect(field.value).toBe(""));
  await expectBanAsks(field);
  expect(bans()).toMatchObject([{ body: { provider_viewer_id: "7" } }]);
});

test("a command that ran ends its pick, also if the user has pasted another command meanwhile", async () => {
  acceptBans();
  const finish = holdResponses();
  const field = show(null, [], CHATS, birds);
  await pickFirstBird(field, "/ban thebi");
  await write(field, "", "{Enter}");
  field.setSelectionRange(0, field.value.length);
  await write(field, "/ban thebird spam");
  finish();
  await waitFor(() => expect(currentToasts()).toHaveLength(1));
  await write(field, "", "{Enter}");
  expect(await screen.findByText("2 users are called thebird: select one from the list")).toBeDefined();
  expect(bans()).toHaveLength(1);
});

test("a pick ends when the picked name is deleted from the text", async () => {
  const field = show(null, [], CHATS, birds);
  await pickFirstBird(field, "/ban thebi");
  await userEvent.clear(field);
  await expectBanAsks(field);
  expect(bans()).toEqual([]);
});

test("after a failed command the pick is kept with the text", async () => {
  server.respond = () => Response.json({ type: "internal", message: "The database is busy." }, { status: 500 });
  const field = show(null, [], CHATS, birds);
  await pickFirstBird(field, "/ban thebi");
  await write(field, "spam", "{Enter}");
  await waitFor(() => expect(bans()).toHaveLength(1));
  expect(await screen.findByDisplayValue("/ban TheBird spam")).toBeDefined();
  acceptBans();
  await write(field, "", "{Enter}");
  await waitFor(() => expect(bans()).toHaveLength(2));
  expect(bans()[1]).toMatchObject({ body: { provider_viewer_id: "7" } });
});
