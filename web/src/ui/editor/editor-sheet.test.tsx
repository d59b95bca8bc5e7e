import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { EditorSheet } from "./editor-sheet";
import { useEditorSheet } from "./use-editor-sheet";

const saved = { draft: { name: "!game" }, version: { revision: 1, at: "2025-03-04T12:00:00Z", by: "JunoPlays" } };
const onSave = vi.fn(async (draft: { name: string }) => ({ ...saved, draft, id: "c2" }));

function Editor() {
  const [isGone, setGone] = useState(false);
  const sheet = useEditorSheet({ list: "/list", saved, isNew: false, isGone, isLocked: false, onSave });
  const { draft, change } = sheet.form;
  return (
    <EditorSheet sheet={sheet} what="command" title="!game" label="Command !game" lockedBecause="" head={null}>
      <input aria-label="Name" value={draft.name} onChange={(event) => change({ name: event.currentTarget.value })} />
      <button type="button" onClick={() => setGone(true)}>
        Somebody deletes it
      </button>
    </EditorSheet>
  );
}

function open() {
  const routes = [
    { path: "/list/c1", element: <Editor /> },
    { path: "/list/c2", element: "Made anew" },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/list/c1"] });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });

test("what was typed outlives a deletion by somebody else, and saving makes it anew", async () => {
  open();
  fireEvent.change(name(), { target: { value: "!mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Somebody deletes it" }));
  expect(name().value).toBe("!mine");
  expect(screen.getByRole("alert").textContent).toContain("Somebody has deleted this command");
  fireEvent.click(screen.getByRole("button", { name: /Save/ }));
  expect(await screen.findByText("Made anew")).toBeDefined();
  expect(onSave.mock.calls.map(([draft]) => draft)).toEqual([{ name: "!mine" }]);
});

test("where nothing was typed, what was deleted is gone", () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Somebody deletes it" }));
  expect(screen.getByRole("heading", { name: "This command is gone" })).toBeDefined();
});
