import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SideSheet } from "./side-sheet";

test("a sheet that loads late does not take the focus from a text field", () => {
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
