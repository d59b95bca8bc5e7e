import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UndoBar } from "./undo-bar";
import { currentUndoOffers, offerUndo } from "./undo-offers";

const undone: string[] = [];

function offer(name: string, suffix = "on Twitch", channelId = "c1") {
  act(() => offerUndo({ channelId, verb: "Banned", name, suffix, keys: [name], run: () => undone.push(name) }));
}

function show() {
  return render(
    <MantineProvider forceColorScheme="dark" env="test">
      <button type="button">Elsewhere</button>
      <textarea aria-label="Message" />
      <UndoBar channelId="c1" />
    </MantineProvider>,
  );
}

beforeEach(() => {
  undone.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

const bar = () => screen.getByRole("region", { name: "Undo" });
const pressUndoKey = (target: Element = document.body, changes = {}) =>
  fireEvent.keyDown(target, { key: "z", ctrlKey: true, ...changes });

test("the bar names the viewer and the platform, and its button undoes the action", async () => {
  show();
  offer("grimbly_77", "on Twitch for 10 m");
  expect(bar().textContent).toContain("Banned grimbly_77 on Twitch for 10 m");
  await userEvent.click(screen.getByRole("button", { name: "Undo: Banned grimbly_77 on Twitch for 10 m" }));
  expect([undone, screen.queryByRole("region", { name: "Undo" })]).toEqual([["grimbly_77"], null]);
});

test("the latest of several actions is shown first, with the number of earlier actions that follow", () => {
  show();
  for (const name of ["first", "second", "third"]) offer(name);
  expect(bar().textContent).toContain("Banned third on Twitch");
  expect(screen.getByTitle("2 more can be undone").textContent).toBe("+2");
  pressUndoKey();
  expect(bar().textContent).toContain("Banned second on Twitch");
  pressUndoKey();
  pressUndoKey();
  pressUndoKey();
  expect(undone).toEqual(["third", "second", "first"]);
});

test("actions in another channel are not offered", () => {
  show();
  offer("other", "on Kick", "c2");
  pressUndoKey();
  expect([undone, screen.queryByRole("region", { name: "Undo" })]).toEqual([[], null]);
});

test("Ctrl+Z is announced to screen readers", () => {
  show();
  offer("grimbly_77");
  expect(screen.getByRole("status").textContent).toBe("Control Z undoes it.");
  expect(screen.getByRole("button", { name: /^Undo/ }).getAttribute("aria-keyshortcuts")).toBe("Control+Z");
});

test("Ctrl+Z undoes no action while a field has text to undo", async () => {
  show();
  offer("grimbly_77");
  const field = screen.getByLabelText("Message");
  await userEvent.type(field, "hi");
  expect(pressUndoKey(field)).toBe(true);
  // Emptied by hand: the browser can bring the text back.
  await userEvent.clear(field);
  expect(pressUndoKey(field)).toBe(true);
  expect(undone).toEqual([]);
});

test("in an empty field that was not typed into, Ctrl+Z undoes the action", () => {
  show();
  offer("grimbly_77");
  expect(pressUndoKey(screen.getByLabelText("Message"))).toBe(false);
  expect(undone).toEqual(["grimbly_77"]);
});

test.each([{ shiftKey: true }, { altKey: true }, { repeat: true }, { ctrlKey: false }, { metaKey: true }])(
  "only one press of Ctrl+Z, without other keys, undoes: not %o",
  (changes) => {
    show();
    offer("grimbly_77");
    pressUndoKey(document.body, changes);
    expect(undone).toEqual([]);
  },
);

test("a focused bar returns the focus when it is used or its time is up", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  const before = screen.getByRole("button", { name: "Elsewhere" });
  for (const end of [
    () => userEvent.keyboard("{Enter}"),
    () => act(() => vi.advanceTimersByTimeAsync(10_000)),
  ] as const) {
    offer("grimbly_77");
    before.focus();
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Undo/ }));
    await end();
    expect([currentUndoOffers(), document.activeElement]).toEqual([[], screen.getByLabelText("Message")]);
  }
});

test("with two Undo bars on the page Ctrl+Z undoes one action", () => {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <UndoBar channelId="c1" isFloating />
      <UndoBar channelId="c1" />
    </MantineProvider>,
  );
  offer("first");
  offer("second");
  pressUndoKey();
  expect(undone).toEqual(["second"]);
});
