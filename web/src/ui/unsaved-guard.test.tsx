import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { UnsavedDialog, useUnsavedGuard } from "./unsaved-guard";

function Editor({ isDirty }: { isDirty: boolean }) {
  const { blocker, letGo } = useUnsavedGuard(isDirty);
  return (
    <>
      <Link to="/list">Leave</Link>
      <Link to="/?type=link">Another kind</Link>
      <button type="button" onClick={letGo}>
        Saved
      </button>
      <UnsavedDialog blocker={blocker} message="It is not saved yet." />
    </>
  );
}

function open(isDirty: boolean) {
  const routes = [
    { path: "/", element: <Editor isDirty={isDirty} /> },
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

test("what follows a save is let through", async () => {
  open(true);
  fireEvent.click(screen.getByRole("button", { name: "Saved" }));
  expect(asksBeforeUnload()).toBe(false);
  leave();
  expect(await screen.findByText("The list")).toBeDefined();
});

test("beginning anew at the same place is asked about too", async () => {
  open(true);
  fireEvent.click(screen.getByRole("link", { name: "Another kind" }));
  expect(await screen.findByRole("button", { name: "Discard" })).toBeDefined();
});
