import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { SideSheet } from "./side-sheet";

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <MantineProvider forceColorScheme="dark" env="test">
      <button type="button" onClick={() => setOpen(true)}>
        Row
      </button>
      {isOpen && (
        <SideSheet label="Command !game" onClose={() => setOpen(false)}>
          <h2 tabIndex={-1} data-autofocus>
            !game
          </h2>
        </SideSheet>
      )}
    </MantineProvider>
  );
}

test.each(["beside its list", "over its list"])(
  "a sheet %s takes the focus, and gives it back to its row when Escape closes it",
  async (place) => {
    const listening = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.stubGlobal("matchMedia", () => ({ matches: place === "beside its list", ...listening }));
    render(<Page />);
    const row = screen.getByRole("button", { name: "Row" });
    row.focus();
    fireEvent.click(row);
    const title = screen.getByRole("heading", { name: "!game" });
    await waitFor(() => expect(document.activeElement).toBe(title));
    fireEvent.keyDown(title, { key: "Escape" });
    await waitFor(() => expect(document.activeElement).toBe(row));
    expect(screen.queryByRole("heading", { name: "!game" })).toBeNull();
  },
);

test("a sheet that comes late takes nothing from whoever writes elsewhere", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <input aria-label="Search" ref={(field) => field?.focus()} />
      <SideSheet label="Command !game" onClose={() => undefined}>
        <h2 tabIndex={-1} data-autofocus>
          !game
        </h2>
      </SideSheet>
    </MantineProvider>,
  );
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Search" }));
});
