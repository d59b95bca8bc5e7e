import { MantineProvider } from "@mantine/core";
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { TagField } from "./tag-field";

function Field({ problems = {} }: { problems?: Record<number, string> }) {
  const [values, setValues] = useState(["a.example"]);
  return <TagField label="Allowed" placeholder="Add" values={values} onChange={setValues} problems={problems} />;
}

function show(problems: Record<number, string> = {}) {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <Field problems={problems} />
    </MantineProvider>,
  );
  return screen.getByRole("textbox", { name: "Allowed" });
}

const tags = () =>
  screen.getAllByRole("button", { name: /^Remove / }).map((button) => button.getAttribute("aria-label")?.slice(7));

test("Enter, a comma and leaving the field add the typed text", () => {
  const field = show();
  for (const [text, leave] of [
    ["b.example", () => fireEvent.keyDown(field, { key: "Enter" })],
    ["c.example", () => fireEvent.keyDown(field, { key: "," })],
    ["d.example", () => fireEvent.blur(field)],
  ] as const) {
    fireEvent.change(field, { target: { value: text } });
    leave();
  }
  expect(tags()).toEqual(["a.example", "b.example", "c.example", "d.example"]);
});

test("the keys that save or close the editor add the typed text first", () => {
  const field = show();
  const tagsAtKeydown: (string | undefined)[][] = [];
  const recordTags = () => tagsAtKeydown.push(tags());
  document.addEventListener("keydown", recordTags);
  fireEvent.change(field, { target: { value: "b.example" } });
  fireEvent.keyDown(field, { key: "s", ctrlKey: true });
  fireEvent.change(field, { target: { value: "c.example" } });
  fireEvent.keyDown(field, { key: "Escape" });
  document.removeEventListener("keydown", recordTags);
  expect(tagsAtKeydown).toEqual([
    ["a.example", "b.example"],
    ["a.example", "b.example", "c.example"],
  ]);
});

test("Enter during an IME composition adds nothing", () => {
  const field = show();
  fireEvent.change(field, { target: { value: "half" } });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(tags()).toEqual(["a.example"]);
});

test("a pasted list is split", () => {
  const field = show();
  const paste = createEvent.paste(field, { clipboardData: { getData: () => "b.example\nc.example" } });
  fireEvent(field, paste);
  expect(tags()).toEqual(["a.example", "b.example", "c.example"]);
});

test("Backspace in the empty field removes the last entry", () => {
  const field = show();
  fireEvent.keyDown(field, { key: "Backspace" });
  expect(screen.queryByRole("button", { name: /^Remove / })).toBeNull();
});

test("an invalid entry shows its error below the field", () => {
  const field = show({ 0: "is not an address" });
  const message = screen.getByText("is not an address");
  expect([field.getAttribute("aria-invalid"), field.getAttribute("aria-describedby")]).toEqual(["true", message.id]);
});
