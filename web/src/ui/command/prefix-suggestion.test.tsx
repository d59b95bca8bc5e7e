import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PrefixSuggestion } from "./prefix-suggestion";

function show(names: string[], onChange = vi.fn(), prefix = "!") {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <PrefixSuggestion prefix={prefix} names={names} onChange={onChange} />
    </MantineProvider>,
  );
  return onChange;
}

test("a name typed without a prefix gets one suggested", () => {
  const onChange = show(["hello", "hi"]);
  expect(screen.getByRole("status").textContent).toBe("Did you mean !hello?");
  fireEvent.click(screen.getByRole("button", { name: "!hello" }));
  expect(onChange).toHaveBeenCalledWith(["!hello", "!hi"]);
});

test("the suggested prefix is the channel's", () => {
  show(["hello"], vi.fn(), "?");
  expect(screen.getByRole("status").textContent).toBe("Did you mean ?hello?");
});

test.each([[[]], [["!hello"]], [["hello", "!hi"]], [["?help"]]])("%j gets no suggestion", (names: string[]) => {
  show(names);
  expect(screen.queryByRole("status")).toBeNull();
});
