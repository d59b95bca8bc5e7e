import { expect, test } from "vitest";
import { asLevel, levelChoices } from "./role-labels";

const role = (name: string, level: number, selectable = true) => ({ name, level, selectable });

test("the roles that can be chosen are Public, Sub, VIP, Mod and Owner [E9]", () => {
  const roles = [
    role("Owner", 500),
    role("Admin", 200, false),
    role("Editor", 100, false),
    role("Mod", 7),
    role("VIP", 2),
    role("Sub", 1),
    role("Public", 0),
  ];
  expect(levelChoices(roles)).toEqual([
    { value: "0", label: "Public" },
    { value: "1", label: "Sub" },
    { value: "2", label: "VIP" },
    { value: "7", label: "Mod" },
    { value: "500", label: "Owner" },
  ]);
});

test("a stored role that is not offered can be kept", () => {
  const roles = [role("Mod", 7), role("Editor", 100, false), role("Admin", 200, false), role("Owner", 500)];
  expect(levelChoices(roles, [100]).map(({ label }) => label)).toEqual(["Mod", "Editor", "Owner"]);
});

test("an unknown level becomes Public", () => {
  expect([asLevel(7), asLevel(100), asLevel(42)]).toEqual([7, 100, 0]);
});
