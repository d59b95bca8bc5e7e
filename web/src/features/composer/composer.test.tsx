import { onlineManager } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { ChatLine } from "../../api/chat";
import { currentToasts } from "../../ui/toast/toast";
import { accept, nextChannel, prepare, sends, sent, server, show, write } from "./test-composer";

beforeEach(prepare);

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
  nextChannel();
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
  server.answer = () => {
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

test("a text in which nothing can be seen is an empty one", async () => {
  const field = show();
  await write(field, "\u200b\u2060");
  expect(screen.queryByRole("list", { name: "Length" })).toBeNull();
  await write(field, "", "{Enter}");
  expect(await screen.findByText("Write something first")).toBeDefined();
  expect(sends()).toEqual([]);
});

test("a text that could not be sent comes back, and has the same id when it is tried again [X2]", async () => {
  server.answer = () => Response.json({ type: "unavailable", message: "Try again later" }, { status: 503 });
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
