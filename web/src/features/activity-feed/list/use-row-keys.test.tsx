import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { activity } from "../feed/test-activity";
import { useRowKeys } from "./use-row-keys";

const rows = [activity({ id: "a3" }), activity({ id: "a2" }), activity({ id: "a1" })];

function List(options: Omit<Parameters<typeof useRowKeys>[0], "rows">) {
  const { selected, onKeyDown } = useRowKeys({ rows, ...options });
  return (
    <>
      <input aria-label="List" onKeyDown={onKeyDown} />
      <output>{selected?.id ?? "none"}</output>
    </>
  );
}

async function press(keys: string) {
  const actions = { openViewer: vi.fn(), acknowledge: vi.fn() };
  const onHelp = vi.fn();
  render(<List actions={actions} onMove={() => undefined} onHelp={onHelp} />);
  await userEvent.type(screen.getByLabelText("List"), keys);
  return { ...actions, onHelp, selected: screen.getByRole("status").textContent };
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

test("Enter opens the card of the selected row, A marks it, and ? shows the help", async () => {
  const { openViewer, acknowledge, onHelp } = await press("{End}{Enter}A?");
  expect(openViewer).toHaveBeenCalledWith(rows[2]);
  expect(acknowledge).toHaveBeenCalledWith(rows[2]);
  expect(onHelp).toHaveBeenCalledOnce();
});

test("keys with a modifier are left to the browser", async () => {
  const { acknowledge } = await press("{End}{Control>}a{/Control}");
  expect(acknowledge).not.toHaveBeenCalled();
});
