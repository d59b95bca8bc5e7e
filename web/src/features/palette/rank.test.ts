import { expect, test } from "vitest";
import type { PaletteItem } from "./palette-item";
import { rank } from "./rank";

const item = (label: string, hint?: string): PaletteItem => ({
  id: label,
  label,
  group: "Screens",
  run: () => undefined,
  ...(hint === undefined ? {} : { hint }),
});
const labels = (items: PaletteItem[]) => items.map(({ label }) => label);

test("an empty query keeps all items in order", () => {
  expect(labels(rank([item("Platforms"), item("Admin")], " "))).toEqual(["Platforms", "Admin"]);
});

test("an item must contain every typed word, in any order", () => {
  const items = [item("Create channel"), item("Channels")];
  expect(labels(rank(items, "channel create"))).toEqual(["Create channel"]);
});

test("a name that starts with the text comes first", () => {
  expect(labels(rank([item("Sign out"), item("Settings", "sign")], "se"))).toEqual(["Settings"]);
  expect(labels(rank([item("Create channel"), item("Channels")], "chan"))).toEqual(["Channels", "Create channel"]);
});

test("accents and case are ignored", () => {
  expect(labels(rank([item("Café Société")], "cafe SOC"))).toEqual(["Café Société"]);
});
