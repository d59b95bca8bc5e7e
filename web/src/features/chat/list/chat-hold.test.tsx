import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { flushSync } from "react-dom";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog } from "../../../ui/dialogs/dialog";
import { type ChatAppearance, DEFAULT_APPEARANCE } from "../chat-appearance";
import type { RowContext } from "../rows/chat-row";
import type { ChatStore } from "../store/chat-store";
import { lineEvent, removal, sent } from "../store/test-lines";
import { FakeServer } from "../store/test-server";
import { useChatSnapshot, useChatStore } from "../store/use-chat-store";
import { ChatLog } from "./chat-log";
import { visibleRows } from "./visible-rows";

interface PageProps {
  server: FakeServer;
  appearance: ChatAppearance;
  onOpenViewer: RowContext["onOpenViewer"];
}

let shownStore: ChatStore;

function Page({ server, appearance, onOpenViewer }: PageProps) {
  const store = useChatStore(() => server);
  shownStore = store;
  const snapshot = useChatSnapshot(store);
  const [isCardOpen, setIsCardOpen] = useState(true);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const rows = visibleRows(snapshot.window.rows, appearance);
  const context: RowContext = {
    appearance,
    platforms: [],
    myNames: new Set(),
    myId: "u1",
    onOpenViewer,
    onRetry: null,
  };
  return (
    <>
      <ChatLog store={store} snapshot={snapshot} rows={rows} context={context} />
      <input aria-label="Message" />
      <button type="button" onClick={() => setIsDialogOpen(true)}>
        Why?
      </button>
      <Dialog opened={isDialogOpen} onClose={() => setIsDialogOpen(false)} trapFocus={false} title="Why" />
      <section data-beside-chat>
        <button type="button">Time out</button>
      </section>
      {isCardOpen && (
        <button type="button" onKeyDown={() => flushSync(() => setIsCardOpen(false))}>
          Close me
        </button>
      )}
    </>
  );
}

interface Options {
  appearance?: Partial<ChatAppearance>;
  isPublic?: boolean;
}

/** Opens a list with the lines "one" and "two"; returns its server. */
async function openChat({ appearance = {}, isPublic = false }: Options = {}): Promise<FakeServer> {
  Element.prototype.scrollTo = () => undefined;
  const server = new FakeServer();
  server.emit(lineEvent("one", { second: 1 }), lineEvent("two", { second: 3 }));
  render(
    <MantineProvider>
      <Page
        server={server}
        appearance={{ ...DEFAULT_APPEARANCE, ...appearance }}
        onOpenViewer={isPublic ? null : () => undefined}
      />
    </MantineProvider>,
  );
  await screen.findByText("one");
  return server;
}

afterEach(() => {
  vi.useRealTimers();
});

const log = () => screen.getByRole("log");
const shown = () => [...log().querySelectorAll("[data-key]")].map((row) => row.querySelector("bdi[dir]")?.textContent);
const reportPointer = (x: number, pointerType = "mouse") =>
  fireEvent.pointerMove(screen.getByText("one"), { clientX: x, clientY: 0, pointerType });
const movePointer = (x = 0, pointerType = "mouse") => {
  reportPointer(x - 1, pointerType);
  reportPointer(x, pointerType);
};
const leave = () => fireEvent.pointerOut(screen.getByText("one"), { relatedTarget: document.body });
const three = lineEvent("three", { second: 4 });

test("a pointer over the rows pauses the chat: new messages are only counted, even those older than shown rows", async () => {
  const server = await openChat();
  movePointer();
  server.emit(three, lineEvent("late", { second: 2 }));
  expect(await screen.findByText(/2 new/)).toBeDefined();
  expect(screen.getByText("Chat paused")).toBeDefined();
  expect(shown()).toEqual(["one", "two"]);
});

test("a list that opens under a resting pointer is paused only when the pointer moves", async () => {
  const server = await openChat();
  // The browser reports a resting pointer when the page below it changes.
  for (const x of [9, 9, 9]) reportPointer(x);
  server.emit(three);
  await screen.findByText("three");
  expect(screen.queryByText("Chat paused")).toBeNull();
  reportPointer(10);
  expect(await screen.findByText("Chat paused")).toBeDefined();
});

test("the chat resumes when the pointer leaves", async () => {
  const server = await openChat();
  movePointer();
  server.emit(three);
  await screen.findByText(/1 new/);
  leave();
  await screen.findByText("three");
  expect(screen.queryByText("Chat paused")).toBeNull();
});

test("a pointer that returns at once keeps the chat paused", async () => {
  await openChat();
  movePointer();
  await screen.findByText("Chat paused");
  vi.useFakeTimers();
  leave();
  movePointer();
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByText("Chat paused")).toBeDefined();
  leave();
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.queryByText("Chat paused")).toBeNull();
});

test.each(["{Escape}", "{End}"])("%s resumes the chat until the pointer moves some distance", async (key) => {
  const server = await openChat();
  movePointer();
  server.emit(three);
  await screen.findByText(/1 new/);
  await userEvent.keyboard(key);
  await screen.findByText("three");
  movePointer(5);
  expect(screen.queryByText("Chat paused")).toBeNull();
  movePointer(60);
  expect(await screen.findByText("Chat paused")).toBeDefined();
});

test("End in a field does not resume the chat", async () => {
  await openChat();
  movePointer();
  act(() => screen.getByRole("textbox").focus());
  await userEvent.keyboard("{End}");
  expect(await screen.findByText("Chat paused")).toBeDefined();
});

test.each(["Time out", "Close me"])("Escape on %s, outside the list, does not resume the chat", async (name) => {
  await openChat();
  movePointer();
  act(() => screen.getByRole("button", { name }).focus());
  await userEvent.keyboard("{Escape}");
  expect(await screen.findByText("Chat paused")).toBeDefined();
});

test("Escape closes a dialog that does not have the focus yet, and does not resume the chat", async () => {
  await openChat();
  movePointer();
  await userEvent.click(screen.getByRole("button", { name: "Why?" }));
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("Chat paused")).toBeDefined();
});

test("Jump to latest resumes the chat", async () => {
  const server = await openChat();
  movePointer();
  server.emit(three);
  await screen.findByText(/1 new/);
  fireEvent.click(screen.getByRole("button", { name: "Jump to latest" }));
  await screen.findByText("three");
  expect(document.activeElement).toBe(log());
});

test("scrolling down under the pointer shows the new messages and keeps the chat paused", async () => {
  const server = await openChat();
  movePointer();
  server.emit(three);
  await screen.findByText(/1 new/);
  fireEvent.wheel(log(), { deltaY: 40 });
  expect(shown()).toEqual(["one", "two", "three"]);
  expect(screen.getByText("Chat paused")).toBeDefined();
  expect(screen.queryByText(/new$/)).toBeNull();
});

test("a message deleted during a pause is struck through, even if deleted messages are hidden", async () => {
  const server = await openChat({ appearance: { showsRemoved: false } });
  movePointer();
  server.emit({
    type: "removed",
    lines: [{ connection_id: "twitch-1", message_id: "one" }],
    removal: removal({ by: "Juniper" }),
  });
  expect((await screen.findByText(/Deleted by Juniper/)).closest("[data-removed]")).not.toBeNull();
  expect(shown()).toEqual(["one", "two"]);
  leave();
  await expect.poll(shown).toEqual(["two"]);
});

test("a row selected by key pauses the chat until it is deselected", async () => {
  const server = await openChat();
  act(() => log().focus());
  await userEvent.keyboard("{ArrowUp}");
  server.emit(three);
  await screen.findByText(/1 new/);
  expect(shown()).toEqual(["one", "two"]);
  await userEvent.keyboard("{Escape}");
  await screen.findByText("three");
});

test("Jump to latest can be focused and pressed while a row is selected", async () => {
  const server = await openChat();
  act(() => log().focus());
  await userEvent.keyboard("{ArrowUp}");
  server.emit(three);
  await userEvent.click(await screen.findByRole("button", { name: "Jump to latest" }));
  await screen.findByText("three");
});

test.each<[string, Options, string]>([
  ["touch", {}, "touch"],
  ["a pointer if pausing is switched off", { appearance: { pausesUnderPointer: false } }, "mouse"],
  ["a pointer on a public page", { isPublic: true }, "mouse"],
])("the chat is not paused by %s", async (_by, options, pointerType) => {
  const server = await openChat(options);
  movePointer(0, pointerType);
  server.emit(three);
  await screen.findByText("three");
  expect(screen.queryByText("Chat paused")).toBeNull();
});

const tap = (text: string) =>
  fireEvent(screen.getByText(text), new PointerEvent("click", { bubbles: true, pointerType: "touch" }));

test("a tap on a message pauses the chat, and a second tap resumes", async () => {
  const server = await openChat();
  tap("one");
  server.emit(three);
  await screen.findByText(/1 new/);
  expect(screen.getByText("Tap the message again to resume")).toBeDefined();
  expect(shown()).toEqual(["one", "two"]);
  tap("one");
  await screen.findByText("three");
});

test.each([
  ["the message field", () => fireEvent.pointerDown(screen.getByRole("textbox"))],
  ["Jump to latest", () => fireEvent.click(screen.getByRole("button", { name: "Jump to latest" }))],
])("a tap on %s resumes a chat that a tap on a message has paused", async (_where, press) => {
  const server = await openChat();
  tap("one");
  server.emit(three);
  await screen.findByText(/1 new/);
  press();
  await screen.findByText("three");
  expect(screen.queryByText("Chat paused")).toBeNull();
});

test("sending a message resumes the chat, because the sender waits for the message", async () => {
  await openChat();
  movePointer();
  act(() => shownStore.addSent(sent("s1", { text: "my answer" })));
  await screen.findByText("my answer");
});

test("leaving the window resumes the chat, because the pointer is not reported in another window", async () => {
  const server = await openChat();
  movePointer();
  server.emit(three);
  await screen.findByText(/1 new/);
  fireEvent.blur(window);
  await screen.findByText("three");
});
