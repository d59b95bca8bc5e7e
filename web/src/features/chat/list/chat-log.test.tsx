import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createPortal } from "react-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_APPEARANCE } from "../chat-appearance";
import type { RowContext } from "../rows/chat-row";
import { lineEvent } from "../store/test-lines";
import { FakeServer } from "../store/test-server";
import { useChatSnapshot, useChatStore } from "../store/use-chat-store";
import { ChatLog } from "./chat-log";
import { visibleRows } from "./visible-rows";

const context: RowContext = {
  appearance: DEFAULT_APPEARANCE,
  platforms: [],
  myNames: new Set(),
  myId: "u1",
  onOpenViewer: null,
  onRetry: null,
};

function Page({ server }: { server: FakeServer }) {
  const store = useChatStore(() => server);
  const snapshot = useChatSnapshot(store);
  const rows = visibleRows(snapshot.window.rows, DEFAULT_APPEARANCE);
  const actions = {
    line: ({ message_id }: { message_id: string }) => (
      <>
        <button type="button">Delete {message_id}</button>
        {createPortal(<p>More durations</p>, document.body)}
      </>
    ),
    sent: () => null,
  };
  return <ChatLog store={store} snapshot={snapshot} rows={rows} context={context} actions={actions} />;
}

/** Each test starts with two lines, of which the lower is selected. */
beforeEach(async () => {
  Element.prototype.scrollTo = () => undefined;
  const server = new FakeServer();
  server.emit(lineEvent("upper", { second: 1 }), lineEvent("lower", { second: 2 }));
  render(
    <MantineProvider>
      <Page server={server} />
    </MantineProvider>,
  );
  await screen.findByText("upper");
  act(() => screen.getByRole("log").focus());
  await userEvent.keyboard("{ArrowUp}");
});

afterEach(() => vi.restoreAllMocks());

const bars = () => screen.queryAllByRole("button", { name: /^Delete/ }).map(({ textContent }) => textContent);

/** Moves the pointer to an element and rests there. */
function pointAt(element: HTMLElement) {
  vi.useFakeTimers();
  fireEvent.pointerOver(element);
  fireEvent.pointerMove(element);
  restPointer();
}

function restPointer() {
  act(() => void vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
}

test("the action bar moves from the selected row to the hovered row, until the next key press", async () => {
  expect(bars()).toEqual(["Delete lower"]);
  pointAt(screen.getByText("upper"));
  expect(bars()).toEqual(["Delete upper"]);
  await userEvent.keyboard("{ArrowDown}");
  expect(bars()).toEqual(["Delete lower"]);
});

test("a pointer that has not moved does not take the bar from the selected row", () => {
  vi.useFakeTimers();
  fireEvent.pointerOver(screen.getByText("upper"));
  restPointer();
  expect(bars()).toEqual(["Delete lower"]);
});

test("a pointer that only passes a row opens no bar there", async () => {
  await userEvent.keyboard("{Escape}");
  vi.useFakeTimers();
  fireEvent.pointerMove(screen.getByText("upper"));
  act(() => void vi.advanceTimersByTime(50));
  fireEvent.pointerMove(screen.getByText("lower"));
  act(() => void vi.advanceTimersByTime(60));
  expect(bars()).toEqual([]);
  restPointer();
  expect(bars()).toEqual(["Delete lower"]);
});

test("a row keeps its bar while the pointer is in its menu", () => {
  pointAt(screen.getByText("upper"));
  fireEvent.pointerOver(screen.getByText("More durations"));
  expect(bars()).toEqual(["Delete upper"]);
});

test("a tap shows the bar of the row", () => {
  fireEvent(screen.getByText("upper"), new PointerEvent("click", { bubbles: true, pointerType: "touch" }));
  expect(bars()).toEqual(["Delete upper"]);
});

test("the bar returns to the selected row when the pointer leaves", () => {
  pointAt(screen.getByText("upper"));
  fireEvent.pointerOut(screen.getByText("upper"), { relatedTarget: document.body });
  expect(bars()).toEqual(["Delete lower"]);
});

test("the list gets the focus when a bar with the focus is removed", () => {
  act(() => screen.getByRole("button", { name: "Delete lower" }).focus());
  pointAt(screen.getByText("upper"));
  expect(bars()).toEqual(["Delete upper"]);
  expect(document.activeElement).toBe(screen.getByRole("log"));
});

test("the bar of the top row is below that row, where the bar is fully visible", async () => {
  let top = 10;
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(36);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.hasAttribute("data-key") ? new DOMRect(0, top, 600, 24) : new DOMRect(0, 0, 600, 400);
  });
  const isBelow = () => screen.getByRole("button", { name: /^Delete/ }).parentElement?.hasAttribute("data-below");
  const log = screen.getByRole("log");
  act(() => log.blur());
  act(() => log.focus());
  await userEvent.keyboard("{ArrowUp}");
  expect([bars(), isBelow()]).toEqual([["Delete lower"], true]);
  top = 200;
  pointAt(screen.getByText("upper"));
  expect([bars(), isBelow()]).toEqual([["Delete upper"], false]);
});
