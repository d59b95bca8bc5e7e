import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { activity } from "../feed/test-activity";
import { ungrouped } from "./list-items";
import { useRowKeys } from "./use-row-keys";

const items = ungrouped([activity({ id: "a3" }), activity({ id: "a2" }), activity({ id: "a1" })]);

function List(options: Omit<Parameters<typeof useRowKeys>[0], "items">) {
  const { selected, onKeyDown } = useRowKeys({ items, ...options });
  return (
    <>
      <input aria-label="List" onKeyDown={onKeyDown} />
      <output>{selected?.key ?? "none"}</output>
    </>
  );
}

async function press(keys: string) {
  const calls = { onOpen: vi.fn(), onToggleSeen: vi.fn(), onReplay: vi.fn() };
  render(<List {...calls} onMove={() => undefined} />);
  await userEvent.type(screen.getByLabelText("List"), keys);
  return { ...calls, selected: screen.getByRole("status").textContent };
}

test.each([
  ["{ArrowDown}", "a3"],
  ["{ArrowDown}{ArrowDown}", "a2"],
  ["{ArrowDown}{ArrowUp}{ArrowUp}", "a3"],
  ["{End}{ArrowDown}", "a1"],
  ["{End}{Home}", "a3"],
  ["{ArrowDown}{Escape}", "none"],
])("%s selects %s", async (keys, expected) => {
  expect((await press(keys)).selected).toBe(expected);
});

test("Enter opens the viewer card of the selected row, A marks the row as seen, and R replays its alert", async () => {
  const { onOpen, onToggleSeen, onReplay } = await press("{End}{Enter}Ar");
  expect(onOpen).toHaveBeenCalledWith(items[2]);
  expect(onToggleSeen).toHaveBeenCalledWith(items[2]);
  expect(onReplay).toHaveBeenCalledWith(items[2]);
});

test("keys with a modifier are left to the browser", async () => {
  const { onToggleSeen } = await press("{End}{Control>}a{/Control}");
  expect(onToggleSeen).not.toHaveBeenCalled();
});
