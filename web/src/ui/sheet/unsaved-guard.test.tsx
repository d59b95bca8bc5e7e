import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { UnsavedDialog, useUnsavedGuard } from "./unsaved-guard";

function Editor({ hasChanges, isBeingSaved }: { hasChanges: boolean; isBeingSaved: boolean }) {
  const [isSaved, setSaved] = useState(false);
  const { blocker, allow } = useUnsavedGuard(hasChanges && !isSaved, isBeingSaved);
  return (
    <>
      <Link to="/list">Leave</Link>
      <Link to="/?type=link">Another kind</Link>
      <button type="button" onClick={() => allow("/list")}>
        Saved as new
      </button>
      <button type="button" onClick={() => setSaved(true)}>
        Saved
      </button>
      <UnsavedDialog blocker={blocker} message="It is not saved yet." />
    </>
  );
}

function open(hasChanges: boolean, isBeingSaved = false) {
  const routes = [
    { path: "/", element: <Editor hasChanges={hasChanges} isBeingSaved={isBeingSaved} /> },
    { path: "/list", element: "The list" },
  ];
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <RouterProvider router={createMemoryRouter(routes)} />
    </MantineProvider>,
  );
}

const leave = () => fireEvent.click(screen.getByRole("link", { name: "Leave" }));

/** Whether the browser would ask before unloading the page. */
function asksBeforeUnload(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("leaving without unsaved changes asks nothing", async () => {
  open(false);
  expect(asksBeforeUnload()).toBe(false);
  leave();
  expect(await screen.findByText("The list")).toBeDefined();
});

test("unsaved changes stay until discarding is confirmed", async () => {
  open(true);
  expect(asksBeforeUnload()).toBe(true);
  leave();
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.queryByText("The list")).toBeNull();
  leave();
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(await screen.findByText("The list")).toBeDefined();
});

test("once a path is allowed, only a navigation to it needs no confirmation", async () => {
  open(true);
  fireEvent.click(screen.getByRole("button", { name: "Saved as new" }));
  fireEvent.click(screen.getByRole("link", { name: "Another kind" }));
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  leave();
  expect(await screen.findByText("The list")).toBeDefined();
});

test("during a save only closing the page asks for confirmation", async () => {
  open(true, true);
  expect(asksBeforeUnload()).toBe(true);
  leave();
  expect(await screen.findByText("The list")).toBeDefined();
});

test("the navigation continues when everything is saved while the dialog is open", async () => {
  open(true);
  leave();
  await screen.findByRole("button", { name: "Discard" });
  fireEvent.click(screen.getByText("Saved"));
  expect(await screen.findByText("The list")).toBeDefined();
});

test("Cancel pressed just before the save ends stays on the page", async () => {
  open(true);
  leave();
  const cancel = await screen.findByRole("button", { name: "Cancel" });
  // Both before the dialog closes.
  act(() => {
    cancel.click();
    screen.getByText("Saved").click();
  });
  expect(await screen.findByRole("link", { name: "Leave" })).toBeDefined();
});

test("a navigation that changes only the query, as to another new item, asks before changes are lost", async () => {
  open(true);
  fireEvent.click(screen.getByRole("link", { name: "Another kind" }));
  expect(await screen.findByRole("button", { name: "Discard" })).toBeDefined();
});
