import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "../dialogs/confirm-dialog";
import { ErrorPanel } from "../page/error-panel";
import { BusyButton } from "./busy-button";

function show(element: ReactElement) {
  const inTheme = (one: ReactElement) => (
    <MantineProvider forceColorScheme="dark" env="test">
      {one}
    </MantineProvider>
  );
  const { rerender } = render(inTheme(element));
  return (one: ReactElement) => rerender(inTheme(one));
}

function focused(name: string) {
  const button = screen.getByRole<HTMLButtonElement>("button", { name });
  button.focus();
  return button;
}

test("a busy or disabled button does not submit its form, and keeps the focus", () => {
  const onSend = vi.fn<() => void>();
  const form = (isBusy: boolean, isDisabled = false) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <BusyButton type="submit" isBusy={isBusy} isDisabled={isDisabled}>
        Send
      </BusyButton>
    </form>
  );
  const change = show(form(false));
  const button = focused("Send");
  fireEvent.click(button);
  change(form(true));
  fireEvent.click(button);
  change(form(false, true));
  fireEvent.click(button);
  expect([onSend.mock.calls.length, document.activeElement]).toEqual([1, button]);
});

test("Try again keeps the focus while it retries", () => {
  const onRetry = vi.fn<() => void>();
  const change = show(<ErrorPanel message="Failed" onRetry={onRetry} />);
  const button = focused("Try again");
  change(<ErrorPanel message="Failed" onRetry={onRetry} isRetrying />);
  fireEvent.click(button);
  expect([document.activeElement, button.disabled, onRetry.mock.calls.length]).toEqual([button, false, 0]);
});

test("a confirm button keeps the focus while busy", () => {
  const nothing = () => undefined;
  const dialog = { opened: true, title: "Sure?", message: "", verb: "Do it", onConfirm: nothing, onClose: nothing };
  const change = show(<ConfirmDialog {...dialog} />);
  const button = focused("Do it");
  change(<ConfirmDialog {...dialog} isPending />);
  expect([document.activeElement, button.getAttribute("aria-busy")]).toEqual([button, "true"]);
});

test("no button uses Mantine's `loading`, which would lose the focus", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /[a-z]\.tsx$/.test(name));
  const loading = files.filter((name) => /\sloading=\{/.test(readFileSync(join("src", name), "utf8")));
  expect(files.length).toBeGreaterThan(100);
  expect(loading).toEqual([]);
});
