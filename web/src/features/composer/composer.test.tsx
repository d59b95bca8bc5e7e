import { MantineProvider } from "@mantine/core";
import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ChatLine, SentMessage } from "../../api/chat";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { currentToasts, toast } from "../../ui/toast";
import { Composer } from "./composer";
import { account, connection, PLATFORMS } from "./test-desk";

type Call = { path: string; method: string; body: Record<string, unknown> };

const calls: Call[] = [];
let answer: (call: Call) => Response;
const sent = vi.fn<(message: SentMessage) => void>();
const opened = vi.fn<(provider: string, viewerId: string) => void>();
let channels = 0;

beforeEach(() => {
  // Each test has a channel of its own: what was sent is remembered for the arrow keys.
  channels += 1;
  calls.length = 0;
  sent.mockReset();
  opened.mockReset();
  Element.prototype.scrollIntoView = () => undefined;
  answer = () => Response.json({ records: [], emotes: [], sources: [] });
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const call = { path: pathname + search, method: request.method, body: text ? JSON.parse(text) : {} };
    calls.push(call);
    return answer(call);
  });
});

const kestrel = { provider: "twitch", id: "77", login: "kestrel_", name: "kestrel_", colour: "", connection_id: "t" };

const lena = {
  ...kestrel,
  provider: "tiktok",
  id: "9",
  login: "lena",
  name: "lena",
  connection_id: "x",
  message_id: "m9",
};
const CHATS = [connection("t", "twitch"), connection("y", "youtube"), connection("x", "tiktok")];

function show(replyTo: ChatLine | null = null, off: string[] = [], chats = CHATS, people = [kestrel, lena]) {
  const id = `c${channels}`;
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.platforms, PLATFORMS);
  client.setQueryData(keys.userSettings, { [`composer.${id}`]: { off, speaker: "bot" } });
  client.setQueryData(keys.user, {
    id: "u",
    display_name: "Juniper",
    avatar_url: "",
    username: "j",
    is_operator: false,
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <main>
          <Composer
            channel={{ id }}
            providers={chats}
            accounts={[account("twitch")]}
            onConnectAccount={() => undefined}
            replyTo={replyTo}
            onReplyDone={() => undefined}
            people={() => people}
            onSent={sent}
            onOpenViewer={opened}
          />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
}

/** A text at once and then keys: one event for each letter would only make it slow. */
async function write(field: HTMLElement, text: string, pressed = "") {
  field.focus();
  if (text) await userEvent.paste(text);
  if (pressed) await userEvent.keyboard(pressed);
}

const sends = () => calls.filter(({ path, method }) => method === "POST" && path.endsWith("/sent-messages"));
const accept = () => {
  answer = ({ body }) => Response.json({ ...body, receipts: [] }, { status: 202 });
};

test("Enter sends to the chosen platforms and empties the field [P4]", async () => {
  accept();
  const field = show(null, ["y"]);
  await write(field, "hello there", "{Enter}");
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sends()[0]?.body).toMatchObject({ text: "hello there", targets: ["t"], speaker: "bot" });
  expect(field.value).toBe("");
});

test("whoever leaves the screen finds what they were writing when they come back, in that channel alone", async () => {
  await write(show(), "half a thought");
  cleanup();
  expect(show().value).toBe("half a thought");
  cleanup();
  channels += 1;
  expect(show().value).toBe("");
});

test("what was sent is no draft any more", async () => {
  accept();
  await write(show(), "hello there", "{Enter}");
  cleanup();
  expect(show().value).toBe("");
});

test("Shift+Enter sends to every platform that can be written to [P4]", async () => {
  accept();
  const field = show(null, ["y"]);
  await write(field, "hello", "{Shift>}{Enter}{/Shift}");
  await waitFor(() => expect(sends()[0]?.body).toMatchObject({ targets: ["t", "y"] }));
});

test("two quick presses send once", async () => {
  accept();
  const field = show();
  await write(field, "gg", "{Enter}{Enter}");
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sends()).toHaveLength(1);
  expect(screen.queryByText("Write something first")).toBeNull();
});

test("a double click on Send sends once, says nothing, and leaves the focus in the field", async () => {
  accept();
  const field = show();
  await write(field, "gg");
  await userEvent.dblClick(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sends()).toHaveLength(1);
  expect(screen.queryByText("Write something first")).toBeNull();
  expect(document.activeElement).toBe(field);
});

test("without a line the text is back in the field at once, and never sent later", async () => {
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  onlineManager.setOnline(false);
  try {
    const field = show();
    await write(field, "hello", "{Enter}");
    await waitFor(() => expect(currentToasts()).toMatchObject([{ tone: "error" }]));
    expect(field.value).toBe("hello");
    expect(currentToasts()[0]?.message).toMatch(/cannot be reached/);
  } finally {
    accept();
    onlineManager.setOnline(true);
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(sends()).toHaveLength(1);
});

test("an empty field is said to be so", async () => {
  const field = show();
  await userEvent.type(field, "{Enter}");
  expect(await screen.findByText("Write something first")).toBeDefined();
});

test("a text that could not be sent comes back, and has the same id when it is tried again [X2]", async () => {
  answer = () => Response.json({ type: "unavailable", message: "Try again later" }, { status: 503 });
  const field = show();
  await write(field, "hello", "{Enter}");
  await waitFor(() => expect(field.value).toBe("hello"));
  accept();
  await write(field, "", "{Enter}");
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const ids = sends().map(({ body }) => body["id"]);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).toBe(ids[0]);
});

test("an action is carried out and never sent as text [T3]", async () => {
  answer = () =>
    Response.json({ id: "e", action: "timeout", seconds: 90, detail: "", can_undo: true, provider: "twitch" });
  const field = show();
  await write(field, "/timeout kestrel_ 90 spoilers", "{Enter}");
  await waitFor(() => expect(field.value).toBe(""));
  expect(calls.at(-1)).toMatchObject({
    path: `/api/2/channels/c${channels}/twitch/t/ban`,
    body: { provider_viewer_id: "77", duration_seconds: 90, reason: "spoilers" },
  });
  expect(sends()).toEqual([]);
});

test("a message that its platform goes on showing is said to be hidden here", async () => {
  answer = () => Response.json({ id: "e", action: "delete", seconds: null, detail: "", provider: "tiktok" });
  const field = show();
  await write(field, "/delete lena", "{Enter}");
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "Message hidden here" }]));
  expect(calls.at(-1)?.path).toBe(`/api/2/channels/c${channels}/tiktok/x/chat-messages/m9`);
});

test("a permit is given by name, and the toast says for how long", async () => {
  answer = ({ path }) =>
    path.endsWith("/permits")
      ? Response.json({ ...permitted, seconds: 60 }, { status: 201 })
      : Response.json({ records: [], emotes: [], sources: [] });
  const field = show();
  await write(field, "/permit kestrel_", "{Enter}");
  await waitFor(() => expect(currentToasts()).toMatchObject([{ message: "kestrel_ may post a link within 1 minute" }]));
  const asked = calls.filter(({ method }) => method === "POST");
  expect(asked).toMatchObject([{ path: `/api/2/channels/c${channels}/permits`, body: permitted }]);
  expect(field.value).toBe("");
});

const permitted = { provider: "twitch", provider_viewer_id: "77" };

test("the card of somebody is opened although they may be in two chats of one platform", async () => {
  const met = { ...permitted, login: "robin", name: "robin", colour: "" };
  answer = () => Response.json({ records: [met], emotes: [], sources: [] });
  const field = show(null, [], [connection("t", "twitch"), connection("second", "twitch")]);
  await write(field, "/card robin", "{Enter}");
  await waitFor(() => expect(opened).toHaveBeenCalledWith("twitch", "77"));
});

test("an action that does not exist is said to be none, and stays in the field", async () => {
  const field = show();
  await write(field, "/me waves", "{Enter}");
  expect(await screen.findByText("There is no /me here. Type / to see what there is.")).toBeDefined();
  expect(field.value).toBe("/me waves");
  // People may have been looked for by what was typed.
  expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a menu is used with the keyboard alone", async () => {
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

test("two people of one login are told apart in the list, and the one who is chosen is meant", async () => {
  answer = ({ path }) =>
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

test("a name that means two people opens the list of them, wherever the caret stood", async () => {
  const field = show(null, [], CHATS, zofies);
  await write(field, "/timeout zofiekresli 10m spoilers", "{Enter}");
  expect(await screen.findByText("2 people are called zofiekresli: choose one from the list.")).toBeDefined();
  expectOptions("Žofie zofiekresli Twitch", "Žofka zofiekresli YouTube");
  await write(field, "", "{Enter}");
  expect(field.value).toBe("/timeout Žofie 10m spoilers");
  expect(screen.queryByText(/people are called/)).toBeNull();
  expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("people of one login whom only the search knows are offered too", async () => {
  const records = zofies.map(({ id, ...facts }) => ({ ...facts, provider_viewer_id: id }));
  answer = () => Response.json({ records, emotes: [], sources: [] });
  const field = show(null, [], CHATS, []);
  await write(field, "/card zofiekresli", "{Enter}");
  expect(await screen.findByText(/^2 people are called zofiekresli/)).toBeDefined();
  await screen.findAllByRole("option");
  expectOptions("Žofie zofiekresli Twitch", "Žofka zofiekresli YouTube");
  await write(field, "", "{ArrowDown}{Enter}{Enter}");
  await waitFor(() => expect(opened).toHaveBeenCalledWith("youtube", "5"));
});

test("somebody whose whole login was typed needs no list", async () => {
  const field = show(null, [], CHATS, [zofie]);
  await write(field, "hi @zofie");
  expectOptions("Žofie zofiekresli Twitch");
  await write(field, "kresli");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("a text that is too long for a platform shows how it is cut", async () => {
  const field = show();
  await userEvent.click(field);
  await userEvent.paste("x".repeat(212));
  const counter = screen.getByRole("button", { name: "YouTube 212/200 → 2 messages" });
  expect(screen.getByText("Twitch 212/500")).toBeDefined();
  await userEvent.click(counter);
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent?.length)).toContain(12);
});

test("the arrow key brings back what was sent last", async () => {
  accept();
  const field = show();
  await write(field, "one", "{Enter}");
  await write(field, "two", "{Enter}{ArrowUp}{ArrowUp}");
  expect(field.value).toBe("one");
  await write(field, "", "{ArrowDown}");
  expect(field.value).toBe("two");
});

test("a platform that only lets us read is locked and says why [P4]", () => {
  show();
  const chip = screen.getAllByRole("button", { name: "TikTok: TikTok allows reading only" })[0];
  expect(chip?.getAttribute("aria-disabled")).toBe("true");
});

const line: ChatLine = {
  connection_id: "t",
  provider: "twitch",
  message_id: "m1",
  kind: "text",
  sent_at: "2025-03-04T12:00:00Z",
  text: "how long is it?",
  parts: [],
  author: { id: "77", login: "kestrel_", name: "kestrel_", colour: "" },
};

test("an answer goes to the message and the platform it was asked on [P4]", async () => {
  accept();
  const field = show(line);
  expect(screen.getByText(/how long is it/)).toBeDefined();
  await write(field, "twelve hours", "{Enter}");
  await waitFor(() =>
    expect(sends()[0]?.body).toMatchObject({ targets: ["t"], reply_to: { connection_id: "t", message_id: "m1" } }),
  );
});

test("where a platform has no replies the text begins with the name", async () => {
  const field = show({ ...line, provider: "youtube", connection_id: "y" });
  await waitFor(() => expect(field.value).toBe("@kestrel_ "));
  expect(screen.queryByText(/Reply to/)).toBeNull();
});
