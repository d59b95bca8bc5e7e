import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { dollarsText, MinimumField, parseDollars } from "./minimum-field";

test("dollars are stored in millionths", () => {
  expect(["", "0", "2", " 2.50 ", "19.99"].map(parseDollars)).toEqual([0, 0, 2_000_000, 2_500_000, 19_990_000]);
  expect(["-1", "two", "1.234", "12345678"].map(parseDollars)).toEqual([null, null, null, null]);
  expect([0, 2_000_000, 2_500_000].map(dollarsText)).toEqual(["0", "2", "2.50"]);
});

test("the amount is saved by Enter, once, and not while it is invalid", async () => {
  const onSave = vi.fn();
  render(
    <MantineProvider env="test">
      <MinimumField value={0} onSave={onSave} />
    </MantineProvider>,
  );
  const field = screen.getByRole("textbox", { name: "Minimum value" });
  await userEvent.clear(field);
  await userEvent.type(field, "x{Enter}");
  expect(screen.getByText("Enter an amount, e.g. 2.50")).toBeDefined();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, "2.5{Enter}");
  await userEvent.tab();
  expect(onSave.mock.calls).toEqual([[2_500_000]]);
});
