import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { UnsavedDialog, useUnsavedGuard } from "./unsaved-guard";

function Editor({ isDirty, isOnItsWay }: { isDirty: boolean; isOnItsWay: boolean }) {
  const [isSaved, setSaved] = useState(false);
  const { blocker, letGo } = useUnsavedGuard(isDirty && !isSaved, isOnItsWay);
  return (
    <>
      <Link to="/list">Leave</Link>
      <Link to="/?type=link">Another kind</Link>
      <button type="button" onClick={() => letGo("/list")}>
        Saved as new
      </button>
      <button type="button" onClick={() => setSaved(true)}>
        Saved
      </button>
      <UnsavedDialog blocker={blocker} message="It is not saved yet." />
    </>
  );
}

function open(isDirty: boolean, isOnItsWay = false) {
  const routes = [
    { path: "/", element: <Editor isDirty={isDirty} isOnItsWay={isOnItsWay} /> },
    { path: "/list", element: "The list" },
  ];
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <RouterProvider router={createMemoryRouter(routes)} />
    </MantineProvider>,
  );
}

const leave = () => fireEvent.click(screen.getByRole("link", { name: "Leave" }));

/** Whether the browser would ask before the page goes. */
function asksBeforeUnload(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("nothing is asked where nothing would be lost", async () => {
  open(false);
  expect(asksBeforeUnload()).toBe(false);
  leave();
  expect(await screen.findByText("The list")).toBeDefined();
});

test("unsaved changes stay until somebody agrees to lose them", async () => {
  open(true);
  expect(asksBeforeUnload()).toBe(true);
  leave();
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.queryByText("The list")).toBeNull();
  leave();
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(await screen.findByText("The list")).toBeDefined();
});

test("what follows a save is let through, and nothing else", async () => {
  open(true);
  fireEvent.click(screen.getByRole("button", { name: "Saved as new" }));
  fireEvent.click(screen.getByRole("link", { name: "Another kind" }));
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  leave();
  expect(await screen.findByText("The list")).toBeDefined();
});

test("what is on its way to the server is asked about only where the page itself goes", async () => {
  open(true, true);
  expect(asksBeforeUnload()).toBe(true);
  leave();
  expect(await screen.findByText("The list")).toBeDefined();
});

test("a question that a save has answered does not stay", async () => {
  open(true);
  leave();
  await screen.findByRole("button", { name: "Discard" });
  fireEvent.click(screen.getByText("Saved"));
  expect(await screen.findByText("The list")).toBeDefined();
});

test("whoever stays and saves at once stays", async () => {
  open(true);
  leave();
  const cancel = await screen.findByRole("button", { name: "Cancel" });
  // Both before the question is gone from the screen.
  act(() => {
    cancel.click();
    screen.getByText("Saved").click();
  });
  expect(await screen.findByRole("link", { name: "Leave" })).toBeDefined();
});

test("beginning anew at the same place is asked about too", async () => {
  open(true);
  fireEvent.click(screen.getByRole("link", { name: "Another kind" }));
  expect(await screen.findByRole("button", { name: "Discard" })).toBeDefined();
});
