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

test("nothing typed keeps every item in its order", () => {
  expect(labels(rank([item("Platforms"), item("Admin")], " "))).toEqual(["Platforms", "Admin"]);
});

test("every typed word has to be there, in any order", () => {
  const items = [item("Create channel"), item("Channels")];
  expect(labels(rank(items, "channel create"))).toEqual(["Create channel"]);
});

test("a name that starts with the text comes first", () => {
  expect(labels(rank([item("Sign out"), item("Settings", "sign")], "se"))).toEqual(["Settings"]);
  expect(labels(rank([item("Create channel"), item("Channels")], "chan"))).toEqual(["Channels", "Create channel"]);
});

test("accents and case do not matter", () => {
  expect(labels(rank([item("Café Société")], "cafe SOC"))).toEqual(["Café Société"]);
});
