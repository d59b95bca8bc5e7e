import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { toast } from "./toast";
import { Toasts } from "./toasts";

test.each(["pressed", "left until it goes"])(
  "whoever is on a toast that is %s is back where they were",
  async (how) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(
      <MantineProvider forceColorScheme="dark" env="test">
        <button type="button">Ban</button>
        <Toasts />
      </MantineProvider>,
    );
    screen.getByRole("button", { name: "Ban" }).focus();
    act(() => toast.undoable("User banned successfully", () => undefined));
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Undo" }));
    if (how === "pressed") await userEvent.keyboard("{Enter}");
    else await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ban" }));
    vi.useRealTimers();
  },
);
