import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { HelpKey } from "./help-key";
import { areasOf, capsOf, spokenKey } from "./shortcuts";

function start(path = "/channels/c1/activity-feed") {
  const element = (
    <>
      <textarea aria-label="Message" />
      <input type="checkbox" aria-label="Badges" />
      <HelpKey />
    </>
  );
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <RouterProvider router={createMemoryRouter([{ path: "*", element }], { initialEntries: [path] })} />
    </MantineProvider>,
  );
}

test("? opens the shortcuts, those of the open screen first", async () => {
  start();
  await userEvent.keyboard("?");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  const titles = within(dialog).getAllByRole("heading", { level: 3 });
  expect(titles.slice(0, 2).map((title) => title.textContent)).toEqual(["Activity feed", "Everywhere"]);
  expect(within(dialog).getByText("Mark as seen or as new")).toBeTruthy();
});

test("? in a text field is text, on a switch it opens the shortcuts", async () => {
  start();
  await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "why?");
  expect(screen.queryByRole("dialog")).toBeNull();
  screen.getByRole("checkbox", { name: "Badges" }).focus();
  await userEvent.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
});

test("keys are shown as on the keyboard, and read out by name", () => {
  expect([capsOf("mod+K", false), capsOf("mod+K", true), capsOf("ArrowUp", false), capsOf("r", false)]).toEqual([
    ["Ctrl", "K"],
    ["⌘", "K"],
    ["↑"],
    ["R"],
  ]);
  expect([spokenKey("mod+K", false), spokenKey("shift+Enter", false), spokenKey("?", false)]).toEqual([
    "Control K",
    "Shift Enter",
    "Question mark",
  ]);
});

test("the dashboard has the shortcuts of its panes", () => {
  expect(areasOf("/channels/c1")).toEqual(["chat", "composer", "viewer", "activity"]);
  expect(areasOf("/popout/channels/c1/chat")).toEqual(["chat", "composer", "viewer"]);
  expect(areasOf("/admin")).toEqual([]);
});
