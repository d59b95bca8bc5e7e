import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MarkOffer } from "./mark-offer";

function show(names: string[], onChange = vi.fn()) {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <MarkOffer names={names} onChange={onChange} />
    </MantineProvider>,
  );
  return onChange;
}

test("a name typed without a mark gets one offered", () => {
  const onChange = show(["hello", "hi"]);
  expect(screen.getByRole("status").textContent).toBe("Did you mean !hello?");
  fireEvent.click(screen.getByRole("button", { name: "!hello" }));
  expect(onChange).toHaveBeenCalledWith(["!hello", "!hi"]);
});

test.each([[[]], [["!hello"]], [["hello", "!hi"]], [["?help"]]])("%j gets no offer", (names: string[]) => {
  show(names);
  expect(screen.queryByRole("status")).toBeNull();
});
