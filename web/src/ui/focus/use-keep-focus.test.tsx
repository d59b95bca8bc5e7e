import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { useKeepFocus } from "./use-keep-focus";

const removers = new Map<string, () => void>();

function Row({ name }: { name: string }) {
  const [isShown, setShown] = useState(true);
  removers.set(name, () => setShown(false));
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the rows of a log
    <div role="group" aria-label={`Row ${name}`} tabIndex={-1}>
      {isShown && <button type="button">Undo {name}</button>}
    </div>
  );
}

function Inner() {
  const keep = useKeepFocus((container) => container.querySelector("a"));
  return (
    <span ref={keep}>
      <Row name="b" />
      <a href="/on">Next</a>
    </span>
  );
}

function Page() {
  const keep = useKeepFocus();
  return (
    <main>
      <section ref={keep} aria-label="List" tabIndex={-1}>
        <Row name="a" />
        <Inner />
      </section>
      <input aria-label="Elsewhere" />
    </main>
  );
}

const undo = (name: string) => screen.getByRole("button", { name: `Undo ${name}` });
// MutationObserver runs after the change.
const remove = (name: string) => act(async () => removers.get(name)?.());

test("the focus of a removed element moves to the nearest ancestor", async () => {
  render(<Page />);
  undo("a").focus();
  await remove("a");
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Row a" }));
});

test("of two nested containers the inner one moves the focus", async () => {
  render(<Page />);
  undo("b").focus();
  await remove("b");
  expect(document.activeElement).toBe(screen.getByRole("link"));
});

test("a focus that moved before the removal stays", async () => {
  render(<Page />);
  undo("a").focus();
  screen.getByRole("textbox").focus();
  await remove("a");
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});

test("if the element was blurred before its removal, nothing is focused", async () => {
  render(<Page />);
  undo("a").focus();
  undo("a").blur();
  await act(async () => undefined);
  await remove("a");
  expect(document.activeElement).toBe(document.body);
});
