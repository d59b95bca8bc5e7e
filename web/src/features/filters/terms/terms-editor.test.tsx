import { MantineProvider } from "@mantine/core";
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { Term } from "../filter-types";
import { MAX_TERMS, type TermList, toRows } from "./terms";
import { TermsEditor } from "./terms-editor";

interface EditorProps {
  problems?: Record<number, string>;
  terms?: readonly Term[];
}

function Editor({ problems = {}, terms = [{ kind: "phrase", text: "free skins" }] }: EditorProps) {
  const [list, setList] = useState<TermList>({ rows: toRows(terms) });
  const change = (part: Partial<TermList>) => setList({ ...list, ...part });
  return <TermsEditor {...list} onChange={change} problems={problems} isLocked={false} />;
}

function show(problems?: Record<number, string>, terms?: readonly Term[]) {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <Editor {...(problems && { problems })} {...(terms && { terms })} />
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

test("terms over the limit stay in the field [V3]", () => {
  show(
    {},
    Array.from({ length: MAX_TERMS - 1 }, (_, index) => ({ kind: "phrase", text: `term ${index}` })),
  );
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add terms" });
  fireEvent.change(field, { target: { value: "bots\nviews\nskins" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(field.value).toBe("views\nskins\n");
  expect(screen.getByText("1 added, 2 not added: the limit is 10,000.")).toBeDefined();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(field.value).toBe("views\nskins\n");
  expect(screen.getByText("0 added, 2 not added: the limit is 10,000.")).toBeDefined();
});

test("the typed text stays when too many pasted terms are over the limit to show them", () => {
  show(
    {},
    Array.from({ length: MAX_TERMS }, (_, index) => ({ kind: "phrase", text: `term ${index}` })),
  );
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add terms" });
  fireEvent.change(field, { target: { value: "bots\nviews\n" } });
  const pasted = Array.from({ length: 1_001 }, (_, index) => `pasted ${index}`).join("\n");
  fireEvent(field, createEvent.paste(field, { clipboardData: { getData: () => pasted } }));
  expect(field.value).toBe("bots\nviews\n");
  expect(screen.getByText("0 added, 1,003 not added: the limit is 10,000.")).toBeDefined();
});

test("Enter that ends an IME composition adds nothing", () => {
  show();
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add terms" });
  fireEvent.change(field, { target: { value: "ぼっと" } });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(terms()).toEqual(["free skins"]);
  expect(field.value).toBe("ぼっと");
});

test("a pasted list replaces the selected text", () => {
  show();
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add terms" });
  fireEvent.change(field, { target: { value: "cheap tricks" } });
  field.setSelectionRange(6, 12);
  fireEvent(field, createEvent.paste(field, { clipboardData: { getData: () => "views\nbots" } }));
  expect(terms()).toEqual(["free skins", "cheap views", "bots"]);
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
