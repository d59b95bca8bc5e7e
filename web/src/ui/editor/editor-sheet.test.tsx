import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { TagField } from "../fields/tag-field";
import { currentToasts, dismissToast } from "../toast/toast";
import { EditorSheet } from "./editor-sheet";
import type { SavedDraft } from "./use-editor-form";
import { useEditorSheet } from "./use-editor-sheet";

const saved = { draft: { name: "!game" }, version: { revision: 1, at: "2025-03-04T12:00:00Z", by: "JunoPlays" } };
const onSave = vi.fn(async (draft: { name: string }) => ({ ...saved, draft, id: "c2" }));

function NewEditor() {
  const sheet = useEditorSheet({ list: "/list", saved, isNew: true, isLocked: false, onSave: pendingSave.save });
  return (
    <EditorSheet sheet={sheet} item="command" title="New" label="New command" lockedBecause="" head={null}>
      <input
        aria-label="Name"
        value={sheet.form.draft.name}
        onChange={(event) => sheet.form.change({ name: event.currentTarget.value })}
      />
      <Link to="/list/c1">Another row</Link>
      <Link to="/list/late">A slow row</Link>
    </EditorSheet>
  );
}

const TITLE = (
  <h2 tabIndex={-1} data-autofocus>
    !game
  </h2>
);
const savedWords = { draft: { words: ["!game"] }, version: saved.version };
const saveWords = vi.fn(async (draft: { words: string[] }) => ({ ...savedWords, draft, id: "c1" }));

function WordsEditor() {
  const sheet = useEditorSheet({ list: "/list", saved: savedWords, isNew: false, isLocked: false, onSave: saveWords });
  const { draft, change } = sheet.form;
  return (
    <EditorSheet sheet={sheet} item="command" title="!game" label="Command !game" lockedBecause="" head={TITLE}>
      <TagField label="Words" placeholder="Add" values={draft.words} onChange={(words) => change({ words })} />
    </EditorSheet>
  );
}

function NewWordsEditor() {
  const onSave = async (draft: { words: string[] }) => ({ ...savedWords, draft, id: "late-words" });
  const sheet = useEditorSheet({ list: "/list", saved: savedWords, isNew: true, isLocked: false, onSave });
  const { draft, change } = sheet.form;
  return (
    <EditorSheet sheet={sheet} item="command" title="New" label="New command" lockedBecause="" head={TITLE}>
      <TagField label="Words" placeholder="Add" values={draft.words} onChange={(words) => change({ words })} />
    </EditorSheet>
  );
}

/** A save that runs until `finish` is called. */
const pendingSave: {
  finish: (id?: string) => void;
  save: (draft: { name: string }) => Promise<SavedDraft<{ name: string }>>;
} = {
  finish: () => undefined,
  save: (draft) =>
    new Promise((resolve) => {
      pendingSave.finish = (id = "c2") => resolve({ ...saved, draft, id });
    }),
};

/** Loader response that the router waits for before it shows the next editor. */
const slowLoader: { finish: () => void; promise: Promise<null> | null } = { finish: () => undefined, promise: null };

const savedByAnother = { draft: { name: "!theirs" }, version: { ...saved.version, revision: 2, by: "Hana" } };

function Editor() {
  const [isDeleted, setDeleted] = useState(false);
  const [current, setCurrent] = useState(saved);
  const sheet = useEditorSheet({ list: "/list", saved: current, isNew: false, isDeleted, isLocked: false, onSave });
  const { draft, change } = sheet.form;
  return (
    <EditorSheet sheet={sheet} item="command" title="!game" label="Command !game" lockedBecause="" head={TITLE}>
      <input aria-label="Name" value={draft.name} onChange={(event) => change({ name: event.currentTarget.value })} />
      <button type="button" onClick={() => setDeleted(true)}>
        Another user deletes it
      </button>
      <button type="button" onClick={() => setCurrent(savedByAnother)}>
        Another user saves it
      </button>
      <Link to="/list/late">A slow row</Link>
    </EditorSheet>
  );
}

function open(path = "/list/c1") {
  slowLoader.promise = new Promise((resolve) => {
    slowLoader.finish = () => resolve(null);
  });
  const routes = [
    { path: "/list", element: "The list" },
    { path: "/list/new", element: <NewEditor /> },
    { path: "/list/words", element: <WordsEditor /> },
    { path: "/list/new-words", element: <NewWordsEditor /> },
    { path: "/list/c1", element: <Editor key="c1" /> },
    { path: "/list/c2", element: "The created item" },
    // Routes with a slow loader.
    { path: "/list/late", element: <Editor key="late" />, loader: () => slowLoader.promise },
    { path: "/list/late-words", element: <WordsEditor />, loader: () => slowLoader.promise },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });

test("a draft survives a deletion by another user, and saving creates the item again", async () => {
  open();
  fireEvent.change(name(), { target: { value: "!mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Another user deletes it" }));
  expect(name().value).toBe("!mine");
  expect(screen.getByRole("alert").textContent).toContain("This command was deleted");
  fireEvent.click(screen.getByRole("button", { name: /Save/ }));
  expect(await screen.findByText("The created item")).toBeDefined();
  expect(onSave.mock.calls.map(([draft]) => draft)).toEqual([{ name: "!mine" }]);
});

test("text typed while a deleted item is created again stays in the editor of the created item", async () => {
  open();
  onSave.mockImplementationOnce(async (draft) => ({ ...saved, draft, id: "late" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "!game" })));
  name().focus();
  fireEvent.change(name(), { target: { value: "!mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Another user deletes it" }));
  const before = name();
  await act(async () => saveByKey());
  // Saved, and the new editor is loading.
  expect([name(), document.activeElement]).toEqual([before, before]);
  fireEvent.change(name(), { target: { value: "!mine too" } });
  await act(async () => slowLoader.finish());
  await waitFor(() => expect(name()).not.toBe(before));
  expect([name().value, document.activeElement]).toEqual(["!mine too", name()]);
});

test("an unchanged editor of a deleted item shows that it doesn't exist", () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Another user deletes it" }));
  expect(screen.getByRole("heading", { name: "This command doesn't exist" })).toBeDefined();
});

test("typing during the first save continues in the editor of the created item, at the same caret", async () => {
  open("/list/new");
  name().focus();
  fireEvent.change(name(), { target: { value: "!longer" } });
  fireEvent.keyDown(document.documentElement, { key: "s", ctrlKey: true });
  fireEvent.change(name(), { target: { value: "!longer name" } });
  name().setSelectionRange(3, 5);
  const before = name();
  await act(async () => pendingSave.finish("c1"));
  await waitFor(() => expect(name()).not.toBe(before));
  await waitFor(() => expect(document.activeElement).toBe(name()));
  expect([name().value, name().selectionStart, name().selectionEnd]).toEqual(["!longer name", 3, 5]);
});

const saveByKey = () => fireEvent.keyDown(document.documentElement, { key: "s", ctrlKey: true });

test("text typed before the editor of the created item opens is kept there, and is saved if Save was pressed", async () => {
  open("/list/new");
  onSave.mockClear();
  name().focus();
  saveByKey();
  await act(async () => pendingSave.finish("late"));
  fireEvent.change(name(), { target: { value: "!game and" } });
  saveByKey();
  fireEvent.change(name(), { target: { value: "!game and more" } });
  name().setSelectionRange(9, 9);
  const before = name();
  await act(async () => slowLoader.finish());
  await waitFor(() => expect(name()).not.toBe(before));
  expect([name().value, name().selectionStart, document.activeElement]).toEqual(["!game and more", 9, name()]);
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(onSave.mock.calls.map(([draft]) => draft.name)).toEqual(["!game and more"]);
});

test("text in a tag field that is no entry yet stays in the editor of the created item", async () => {
  open("/list/new-words");
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Words" });
  const title = () => screen.getByRole("heading", { name: "!game" });
  await waitFor(() => expect(document.activeElement).toBe(title()));
  field().focus();
  await act(async () => saveByKey());
  fireEvent.change(field(), { target: { value: "!pl" } });
  const before = field();
  await act(async () => slowLoader.finish());
  await waitFor(() => expect(field()).not.toBe(before));
  expect([field().value, document.activeElement]).toEqual(["!pl", field()]);
  // Also after the sheet's autofocus, when the attribute is back on the title.
  await waitFor(() => expect(title().hasAttribute("data-autofocus")).toBe(true));
  expect([field().value, document.activeElement]).toEqual(["!pl", field()]);
});

test("leaving before the editor of the created item opens asks for confirmation, and the draft does not reappear", async () => {
  const router = open("/list/new");
  name().focus();
  saveByKey();
  await act(async () => pendingSave.finish("late"));
  fireEvent.change(name(), { target: { value: "!game and more" } });
  fireEvent.click(screen.getByRole("link", { name: "Another row" }));
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: /Discard/ })).getByRole("button", { name: "Discard" }),
  );
  await screen.findByRole("button", { name: "Another user saves it" });
  await act(() => router.navigate("/list"));
  slowLoader.finish();
  await act(() => router.navigate("/list/late"));
  expect([name().value, document.activeElement === name()]).toEqual(["!game", false]);
});

test("leaving during a save needs no confirmation, and if the save fails the draft can be reopened", async () => {
  const router = open("/list/c1");
  let fail: (error: Error) => void = () => undefined;
  onSave.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  fireEvent.change(name(), { target: { value: "!mine" } });
  saveByKey();
  await act(() => router.navigate("/list"));
  expect(await screen.findByText("The list")).toBeDefined();
  await act(async () => fail(new Error("Connection lost")));
  const [card] = currentToasts();
  expect([card?.message, card?.detail]).toEqual(["Couldn't save your changes", "Connection lost"]);
  await act(async () => card?.action?.run());
  await waitFor(() => expect(name().value).toBe("!mine"));
  expect(screen.getByText("Unsaved changes")).toBeDefined();
});

test("leaving with changes made during a save asks for confirmation", async () => {
  const router = open("/list/new");
  saveByKey();
  fireEvent.change(name(), { target: { value: "!more" } });
  await act(() => router.navigate("/list"));
  expect(await screen.findByRole("dialog", { name: "Discard unsaved changes?" })).toBeDefined();
});

test("a running save cannot be discarded", async () => {
  open("/list/new");
  fireEvent.change(name(), { target: { value: "!mine" } });
  fireEvent.keyDown(document.documentElement, { key: "s", ctrlKey: true });
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(name().value).toBe("!mine");
  await act(async () => pendingSave.finish());
});

test("after leaving during the first save, the editor of the created item does not open when the save ends", async () => {
  open("/list/new");
  fireEvent.keyDown(document.documentElement, { key: "s", ctrlKey: true });
  fireEvent.click(screen.getByRole("link", { name: "Another row" }));
  await screen.findByRole("textbox", { name: "Name" });
  await act(async () => pendingSave.finish());
  expect(name().value).toBe("!game");
  expect(screen.queryByText("The created item")).toBeNull();
});

test("a navigation that is still loading when the first save ends is not cancelled", async () => {
  open("/list/new");
  saveByKey();
  fireEvent.click(screen.getByRole("link", { name: "A slow row" }));
  await act(async () => pendingSave.finish());
  await act(async () => slowLoader.finish());
  expect(await screen.findByRole("button", { name: "Another user saves it" })).toBeDefined();
  expect(screen.queryByText("The created item")).toBeNull();
});

test("a navigation that discards changes made during the first save is not cancelled when the save ends", async () => {
  open("/list/new");
  saveByKey();
  fireEvent.change(name(), { target: { value: "!more" } });
  fireEvent.click(screen.getByRole("link", { name: "A slow row" }));
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: /Discard/ })).getByRole("button", { name: "Discard" }),
  );
  await act(async () => pendingSave.finish());
  await act(async () => slowLoader.finish());
  expect(await screen.findByRole("button", { name: "Another user saves it" })).toBeDefined();
  expect(screen.queryByText("The created item")).toBeNull();
});

test("going back to the form during the first save opens the editor of the created item when the save ends", async () => {
  const router = open("/list/new");
  saveByKey();
  fireEvent.click(screen.getByRole("link", { name: "A slow row" }));
  await act(() => router.navigate("/list/new"));
  await act(async () => pendingSave.finish());
  expect(await screen.findByText("The created item")).toBeDefined();
});

test("a save that fails during a navigation shows a toast", async () => {
  open("/list/c1");
  for (const card of currentToasts()) dismissToast(card.id);
  let fail: (error: Error) => void = () => undefined;
  onSave.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  fireEvent.change(name(), { target: { value: "!mine" } });
  saveByKey();
  fireEvent.click(screen.getByRole("link", { name: "A slow row" }));
  await act(async () => fail(new Error("Connection lost")));
  expect(currentToasts().map(({ message }) => message)).toEqual(["Couldn't save your changes"]);
});

test("text in a tag field that is no entry yet is saved too, and leaving asks before it is lost", async () => {
  open("/list/words");
  const field = screen.getByRole("textbox", { name: "Words" });
  fireEvent.change(field, { target: { value: "!play" } });
  fireEvent.keyDown(field, { key: "s", ctrlKey: true });
  expect(saveWords.mock.calls.map(([draft]) => draft.words)).toEqual([["!game", "!play"]]);
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  fireEvent.change(field, { target: { value: "!more" } });
  fireEvent.keyDown(field, { key: "Escape" });
  expect(await screen.findByRole("dialog", { name: "Discard unsaved changes?" })).toBeDefined();
});

const press = (label: string | RegExp) => {
  const button = screen.getByRole("button", { name: label });
  button.focus();
  fireEvent.click(button);
  return button;
};

test.each(["Reload", "Discard"])("%s removes its own button, so the focus moves to the title", (label) => {
  open();
  fireEvent.change(name(), { target: { value: "!mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Another user saves it" }));
  press(label);
  expect(name().value).toBe("!theirs");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "!game" }));
});

test("the Save button keeps the focus, and saves once", async () => {
  open();
  onSave.mockClear();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "!game" })));
  fireEvent.change(name(), { target: { value: "!mine" } });
  const button = press(/Save/);
  expect([button.getAttribute("aria-disabled"), button.hasAttribute("disabled")]).toEqual(["true", false]);
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  fireEvent.click(button);
  expect([document.activeElement, button.hasAttribute("disabled")]).toEqual([button, false]);
  expect(onSave).toHaveBeenCalledTimes(1);
});
