import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { activity } from "../feed/test-activity";
import { FollowsRow } from "./follows-row";

function show(acknowledged: boolean[], isOpen = false) {
  const follows = acknowledged.map((seen, index) =>
    activity({ id: `a${9 - index}`, kind: "follow", viewer_name: `Viewer ${index + 1}`, acknowledged: seen }),
  );
  const item = { key: "follows-1", follows, isOpen };
  const [onToggle, onToggleSeen] = [vi.fn(), vi.fn()];
  const now = Date.parse("2030-01-02T20:05:00Z");
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <FollowsRow item={item} now={now} isSelected={false} onToggle={onToggle} onToggleSeen={onToggleSeen} />
    </MantineProvider>,
  );
  return { item, onToggle, onToggleSeen };
}

test("a group names the first followers and counts the others", () => {
  show([false, true, true, true, true]);
  expect(document.body.textContent).toContain("5 people followed in 10 minutes");
  expect(document.body.textContent).toContain("Viewer 1Viewer 2Viewer 3and 2 more 5 follows5m");
});

test("a group can be opened, and marked as seen if one of its follows is new", async () => {
  const { item, onToggle, onToggleSeen } = show([true, false]);
  await userEvent.click(screen.getByRole("button", { name: "Show the follows", expanded: false }));
  await userEvent.click(screen.getByRole("button", { name: "Mark as seen" }));
  expect(onToggle).toHaveBeenCalledWith(item);
  expect(onToggleSeen).toHaveBeenCalledWith(item);
});

test("an open group of seen follows can be closed and marked as new", () => {
  show([true, true], true);
  expect(screen.getByRole("button", { name: "Hide the follows", expanded: true })).toBeDefined();
  expect(screen.getByRole("button", { name: "Mark as new" })).toBeDefined();
  expect(screen.queryByRole("img", { name: "New" })).toBeNull();
});
