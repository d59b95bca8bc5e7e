import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { BulkBar } from "./bulk-bar";
import { useSelection } from "./use-selection";

function List() {
  const selection = useSelection();
  return (
    <>
      <input type="checkbox" aria-label="Select" checked={selection.isOn} onChange={() => selection.toggle("a")} />
      {selection.isOn && <BulkBar channelId="c1" selection={selection} />}
    </>
  );
}

const press = (element: HTMLElement | undefined) => {
  element?.focus();
  element?.click();
};

test.each([
  ["Done", ["Done"]],
  ["a deletion", ["Delete", "Delete"]],
])("%s closes the bar and returns the focus to the checkbox", async (_what, labels) => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <List />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const checkbox = screen.getByRole("checkbox", { name: "Select" });
  act(() => press(checkbox));
  // The confirmation dialog has a button of the same name.
  for (const name of labels) act(() => press(screen.getAllByRole("button", { name }).at(-1)));
  await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
  expect(document.activeElement).toBe(checkbox);
});
