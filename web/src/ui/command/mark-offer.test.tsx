import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MarkOffer } from "./mark-offer";

function show(names: string[], onChange = vi.fn(), prefix = "!") {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <MarkOffer prefix={prefix} names={names} onChange={onChange} />
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

test("the offered mark is the channel's prefix", () => {
  show(["hello"], vi.fn(), "?");
  expect(screen.getByRole("status").textContent).toBe("Did you mean ?hello?");
});

test.each([[[]], [["!hello"]], [["hello", "!hi"]], [["?help"]]])("%j gets no offer", (names: string[]) => {
  show(names);
  expect(screen.queryByRole("status")).toBeNull();
});
