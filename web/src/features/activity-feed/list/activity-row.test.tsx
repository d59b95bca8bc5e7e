import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Activity } from "../feed/activity-types";
import { activity } from "../feed/test-activity";
import { ActivityRow, type RowActions } from "./activity-row";

function show(overrides: Partial<Activity>, replay: RowActions["replay"] = null) {
  const shown = activity(overrides);
  const actions = { openViewer: vi.fn(), toggleSeen: vi.fn(), replay };
  const now = Date.parse("2030-01-02T20:05:00Z");
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <ActivityRow activity={shown} platform="Twitch" now={now} isSelected={false} actions={actions} />
    </MantineProvider>,
  );
  return { shown, actions };
}

const text = () => document.body.textContent;

test("a row reads as a sentence with its age, and shows HTML in a message as text", () => {
  show({ kind: "cheer", amount: 500, currency: "BITS", decimals: 0, message: "<b>hi</b>" });
  expect(text()).toContain("Odalys cheered “<b>hi</b>” 500 bits5m");
  expect(screen.getByRole("img", { name: "Twitch" })).toBeDefined();
  expect(screen.getByRole("img", { name: "New" })).toBeDefined();
});

test("a message that reverses the direction of its text does not move its quotation marks", () => {
  show({ kind: "cheer", message: "\u202Egnp.cat" });
  expect(screen.getByText("\u202Egnp.cat").tagName).toBe("BDI");
});

test("the name opens the viewer card, and the button marks the activity as seen", async () => {
  const { shown, actions } = show({});
  await userEvent.click(screen.getByRole("button", { name: "Odalys" }));
  await userEvent.click(screen.getByRole("button", { name: "Mark as seen" }));
  expect(actions.openViewer).toHaveBeenCalledWith(shown);
  expect(actions.toggleSeen).toHaveBeenCalledWith([shown]);
});

test("the button that replays an alert is there only if the alert can be replayed", async () => {
  const replay = vi.fn();
  const { shown } = show({}, replay);
  await userEvent.click(screen.getByRole("button", { name: "Replay the alert" }));
  expect(replay).toHaveBeenCalledWith(shown);
  cleanup();
  show({});
  expect(screen.queryByRole("button", { name: "Replay the alert" })).toBeNull();
});

test("anonymous viewers and viewers of test events have no card", () => {
  show({ viewer_id: "", viewer_name: "" });
  show({ is_test: true, viewer_name: "Mirabelle" });
  expect(screen.queryByRole("button", { name: /Anonymous|Mirabelle/ })).toBeNull();
  expect(text()).toContain("Anonymous subscribed");
  expect(screen.getByText("Test")).toBeDefined();
});

test("a gift bomb names its first recipients and counts the others", () => {
  show({ kind: "gift_bomb", count: 20, recipients: ["Aylin", "Bo", "Cleo", "Dario", "Esme"] });
  expect(text()).toContain("AylinBoCleoDarioand 16 more");
});
