import { onlineManager } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChatLine } from "../../api/chat";
import { currentToasts } from "../../ui/toast/toast";
import { acceptMessages, nextChannel, resetServer, sends, sent, server, show, write } from "./test-composer";
import { connection } from "./test-platforms";

beforeEach(resetServer);
afterEach(() => vi.restoreAllMocks());

/** Gives all events one time stamp: on a busy machine two presses may be too far apart to count as quick. */
const pressQuickly = () => vi.spyOn(Event.prototype, "timeStamp", "get").mockReturnValue(performance.now());

test("the chip of a platform that is down names the reason, and can still be selected", async () => {
  const down = { state: "failing" as const, detail: "Twitch is not responding. Trying again.", since: "" };
  show(null, [], [{ ...connection("t", "twitch"), connection: down }, connection("y", "youtube")]);
  const chips = within(screen.getByRole("group", { name: "Send to" }));
  const chip = chips.getByRole("button", { name: "Twitch: Twitch is not responding. Trying again." });
  expect(chip.getAttribute("aria-pressed")).toBe("true");
  expect(chip.hasAttribute("data-trouble")).toBe(true);
  chip.focus();
  expect(await screen.findByRole("tooltip")).toHaveProperty("textContent", "Twitch is not responding. Trying again.");
  expect(chips.getByRole("button", { name: "YouTube" }).hasAttribute("data-trouble")).toBe(false);
});

test("the chip of a locked platform that is down names both reasons", () => {
  const down = { state: "failing" as const, detail: "TikTok is not responding.", since: "" };
  show(null, [], [{ ...connection("x", "tiktok"), connection: down }]);
  const name = "TikTok: TikTok is not responding. TikTok allows reading only";
  expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
});

test("Enter sends to the selected platforms and empties the field [P4]", async () => {
  acceptMessages();
  const field = show(null, ["y"]);
  await write(field, "hello there", "{Enter}");
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sends()[0]?.body).toMatchObject({ text: "hello there", targets: ["t"], speaker: "bot" });
  expect(field.value).toBe("");
});

test("a draft is kept when the user leaves the screen, per channel", async () => {
  await write(show(), "half a thought");
  cleanup();
  expect(show().value).toBe("half a thought");
  cleanup();
  nextChannel();
  expect(show().value).toBe("");
});

test("a sent text is not kept as a draft", async () => {
  acceptMessages();
  await write(show(), "hello there", "{Enter}");
  cleanup();
  expect(show().value).toBe("");
});

test("Shift+Enter sends to every platform that can be written to [P4]", async () => {
  acceptMessages();
  const field = show(null, ["y"]);
  await write(field, "hello", "{Shift>}{Enter}{/Shift}");
  await waitFor(() => expect(sends()[0]?.body).toMatchObject({ targets: ["t", "y"] }));
});

test("two quick presses of Enter send once", async () => {
  acceptMessages();
  pressQuickly();
  const field = show();
  await write(field, "gg", "{Enter}{Enter}");
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sends()).toHaveLength(1);
  expect(screen.queryByText("Enter a message")).toBeNull();
});

test("two quick presses of Enter send once, also if a busy machine handles the second one late", async () => {
  acceptMessages();
  pressQuickly();
  const field = show();
  await write(field, "gg", "{Enter}");
  const late = Date.now() + 5_000;
  vi.spyOn(Date, "now").mockReturnValue(late);
  await userEvent.type(field, "{Enter}");
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(screen.queryByText("Enter a message")).toBeNull();
});

test("a double click on Send sends once, shows no error, and leaves the focus in the field", async () => {
  acceptMessages();
  pressQuickly();
  const field = show();
  await write(field, "gg");
  await userEvent.dblClick(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sends()).toHaveLength(1);
  expect(screen.queryByText("Enter a message")).toBeNull();
  expect(document.activeElement).toBe(field);
});

test("offline, the text returns to the field at once and is never sent later", async () => {
  server.respond = () => {
    throw new TypeError("Failed to fetch");
  };
  onlineManager.setOnline(false);
  try {
    const field = show();
    await write(field, "hello", "{Enter}");
    await waitFor(() => expect(currentToasts()).toMatchObject([{ tone: "error" }]));
    expect(field.value).toBe("hello");
    expect(currentToasts()[0]?.message).toMatch(/Can't reach the server/);
  } finally {
    acceptMessages();
    onlineManager.setOnline(true);
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(sends()).toHaveLength(1);
});

test("an empty field shows an error", async () => {
  const field = show();
  await userEvent.type(field, "{Enter}");
  expect(await screen.findByText("Enter a message")).toBeDefined();
});

test("text of invisible characters counts as empty", async () => {
  const field = show();
  await write(field, "\u200b\u2060");
  expect(screen.queryByRole("list", { name: "Length" })).toBeNull();
  await write(field, "", "{Enter}");
  expect(await screen.findByText("Enter a message")).toBeDefined();
  expect(sends()).toEqual([]);
});

test("a text whose request failed returns to the field, and keeps its id on retry [X2]", async () => {
  server.respond = () => Response.json({ type: "unavailable", message: "Try again later" }, { status: 503 });
  const field = show();
  await write(field, "hello", "{Enter}");
  await waitFor(() => expect(field.value).toBe("hello"));
  acceptMessages();
  await write(field, "", "{Enter}");
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const ids = sends().map(({ body }) => body["id"]);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).toBe(ids[0]);
});

test("the counter of a text that is too long for a platform lists the messages it is split into", async () => {
  const field = show();
  await userEvent.click(field);
  await userEvent.paste("x".repeat(212));
  const counter = screen.getByRole("button", { name: "YouTube 212/200 → 2 messages" });
  expect(screen.getByText("Twitch 212/500")).toBeDefined();
  await userEvent.click(counter);
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent?.length)).toContain(12);
});

test("the up arrow recalls earlier messages, and the down arrow goes back to later ones", async () => {
  acceptMessages();
  const field = show();
  await write(field, "one", "{Enter}");
  await write(field, "two", "{Enter}{ArrowUp}{ArrowUp}");
  expect(field.value).toBe("one");
  await write(field, "", "{ArrowDown}");
  expect(field.value).toBe("two");
});

test("a read-only platform is locked and shows the reason [P4]", () => {
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

test("a reply names the message that it answers, and is sent only to the platform of that message [P4]", async () => {
  acceptMessages();
  const field = show(line);
  expect(screen.getByText(/how long is it/)).toBeDefined();
  await write(field, "twelve hours", "{Enter}");
  await waitFor(() =>
    expect(sends()[0]?.body).toMatchObject({ targets: ["t"], reply_to: { connection_id: "t", message_id: "m1" } }),
  );
});

test.each(["{Enter}", "{Shift>}{Enter}{/Shift}"])(
  "a reply on a platform without replies is sent only to that platform, after %s",
  async (pressed) => {
    acceptMessages();
    const field = show({ ...line, provider: "youtube", connection_id: "y" });
    expect(screen.getByText(/Reply to/)).toBeDefined();
    expect(screen.getAllByRole("button", { name: "Twitch: Replies go to the original platform only" })).toHaveLength(1);
    await write(field, "twelve hours");
    // The server puts "@kestrel_ " in front.
    expect(screen.getByText("YouTube 22/200")).toBeDefined();
    await write(field, "", pressed);
    await waitFor(() => expect(sends()).toHaveLength(1));
    expect(sends()[0]?.body).toMatchObject({
      text: "twelve hours",
      targets: ["y"],
      reply_to: { connection_id: "y", message_id: "m1" },
    });
  },
);

test("a reply to a platform that cannot be written to shows the reason", async () => {
  const field = show({ ...line, provider: "tiktok", connection_id: "x" });
  await write(field, "twelve hours", "{Enter}");
  expect(await screen.findByText("TikTok allows reading only")).toBeDefined();
  expect(sends()).toEqual([]);
});
