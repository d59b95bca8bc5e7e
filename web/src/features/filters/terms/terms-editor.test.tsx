import { MantineProvider } from "@mantine/core";
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { type TermRow, toRows } from "./terms";
import { TermsEditor } from "./terms-editor";

function Editor({ problems = {} }: { problems?: Record<number, string> }) {
  const [rows, setRows] = useState<readonly TermRow[]>(toRows([{ kind: "phrase", text: "free skins" }]));
  return <TermsEditor rows={rows} onChange={setRows} problems={problems} isLocked={false} />;
}

function show(problems?: Record<number, string>) {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <Editor {...(problems ? { problems } : {})} />
    </MantineProvider>,
  );
}

const terms = () => screen.getAllByRole("textbox", { name: "Term" }).map((field) => (field as HTMLInputElement).value);

test("every typed line becomes a term, and duplicates are counted", () => {
  show();
  fireEvent.change(screen.getByRole("textbox", { name: "Add terms" }), {
    target: { value: "bots\nFREE SKINS\nviews" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(terms()).toEqual(["free skins", "bots", "views"]);
  expect(screen.getByText("2 added, 1 already listed.")).toBeDefined();
});

test("a pasted list is added at once, together with the text typed before it", () => {
  show();
  const field = screen.getByRole("textbox", { name: "Add terms" });
  fireEvent.change(field, { target: { value: "cheap " } });
  fireEvent(field, createEvent.paste(field, { clipboardData: { getData: () => "views\nbots\n" } }));
  expect(terms()).toEqual(["free skins", "cheap views", "bots"]);
});

test("Enter adds, Shift+Enter starts a new line", () => {
  show();
  const field = screen.getByRole("textbox", { name: "Add terms" });
  fireEvent.change(field, { target: { value: "bots" } });
  fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
  expect(terms()).toEqual(["free skins"]);
  fireEvent.keyDown(field, { key: "Enter" });
  expect(terms()).toEqual(["free skins", "bots"]);
});

test("a term is edited in place and removed", () => {
  show();
  fireEvent.change(screen.getByRole("textbox", { name: "Term" }), { target: { value: "free hats" } });
  expect(terms()).toEqual(["free hats"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove free hats" }));
  expect(screen.getByText("No terms yet.")).toBeDefined();
});

test("the error of a term is shown at its line [V3]", () => {
  show({ 0: "missing closing )" });
  const field = screen.getByRole("textbox", { name: "Term" });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("missing closing )").id).toBe(field.getAttribute("aria-describedby"));
});
