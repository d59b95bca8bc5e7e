import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { SlotsSettings } from "../game-types";
import { solveSlots } from "../odds/solver";
import { PaytableSection } from "./paytable-section";
import { SymbolsSection } from "./symbols-section";

const section = (title: string) => ({ title, about: "", is_advanced: false, editor: "", fields: [] });

const START = {
  symbols: [
    { symbol: "7", weight: 1 },
    { symbol: "bell", weight: 2 },
    { symbol: "", weight: 1 },
  ],
  paytable: [
    { symbols: ["7", "7", "*"], multiplier: 3 },
    { symbols: ["bell", "bell", "bell"], multiplier: 5 },
  ],
};

let draft: Pick<SlotsSettings, "symbols" | "paytable">;

function Form() {
  const [settings, setSettings] = useState(START as unknown as SlotsSettings);
  draft = settings;
  const change = (part: Partial<SlotsSettings>) => setSettings({ ...settings, ...part });
  const form = { draft: settings, change, errorOf: () => undefined, isLocked: false };
  const solve = () => change({ paytable: solveSlots(settings, 50) ?? [] });
  return (
    <>
      <SymbolsSection form={form} section={section("Symbols")} />
      <PaytableSection form={form} section={section("Paytable")} />
      <button type="button" onClick={solve}>
        Set the multipliers
      </button>
    </>
  );
}

function type(index: number, ...texts: string[]) {
  const field = screen.getByRole("textbox", { name: `Symbol ${index}` });
  fireEvent.focus(field);
  for (const value of texts) fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

const combinations = () => draft.paytable.map(({ symbols }) => symbols.join(" "));

function show() {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <Form />
    </MantineProvider>,
  );
}

test("a renamed symbol is renamed in the paytable, even if its text is empty for a moment", () => {
  show();
  type(2, "bel", "", "c", "cherry");
  expect(combinations()).toEqual(["7 7 *", "cherry cherry cherry"]);
});

test("a symbol whose text equals another one while it is typed leaves the lines of the other alone", () => {
  show();
  type(3, "7", "77");
  expect(combinations()).toEqual(["7 7 *", "bell bell bell"]);
  type(1, "77", "777");
  expect(combinations()).toEqual(["777 777 *", "bell bell bell"]);
});

test("two symbols swap their names, and each keeps its combinations", () => {
  show();
  type(1, "bell");
  expect(combinations()).toEqual(["bell bell *", "bell bell bell"]);
  type(2, "7");
  expect(combinations()).toEqual(["bell bell *", "7 7 7"]);
});

test("a symbol that had the text of another one, or of any symbol, keeps its combinations", () => {
  show();
  for (const texts of [
    ["7", "cherry"],
    ["*", "bell"],
    ["", "horn"],
  ])
    type(2, texts[0] as string, texts[1] as string);
  expect(combinations()).toEqual(["7 7 *", "horn horn horn"]);
});

test("a line keeps its symbols when its multiplier changes while two symbols have the same text", () => {
  show();
  type(2, "7");
  fireEvent.change(screen.getByRole("textbox", { name: "Combination 2 pays" }), { target: { value: "4" } });
  type(1, "bell");
  expect(combinations()).toEqual(["bell bell *", "7 7 7"]);
  expect(draft.paytable[1]?.multiplier).toBe(4);
});

test("a line keeps its symbols when the multipliers are set while a symbol has the text of any symbol", () => {
  show();
  type(2, "*");
  fireEvent.click(screen.getByRole("button", { name: "Set the multipliers" }));
  type(2, "horn");
  expect(combinations()).toEqual(["7 7 *", "horn horn horn"]);
  expect(draft.paytable[1]?.multiplier).not.toBe(5);
});

test("a line keeps its other symbols when one changes while two symbols have the same text", () => {
  show();
  type(2, "7");
  fireEvent.change(screen.getByRole("combobox", { name: "Combination 2, symbol 3" }), { target: { value: "*" } });
  type(1, "bell");
  expect(combinations()).toEqual(["bell bell *", "7 7 *"]);
});

test("removing a symbol keeps the combinations of another symbol with the same text", () => {
  show();
  type(3, "7");
  fireEvent.click(screen.getAllByRole("button", { name: "Remove 7" })[1] as HTMLElement);
  expect(combinations()).toEqual(["7 7 *", "bell bell bell"]);
  expect(draft.symbols.map(({ symbol }) => symbol)).toEqual(["7", "bell"]);
});

test("removing a symbol removes its combinations", () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Remove bell" }));
  expect(combinations()).toEqual(["7 7 *"]);
});
