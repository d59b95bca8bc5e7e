import { expect, test } from "vitest";
import { asLevel, cooldownWords, levelChoices, usesWords } from "./command-words";

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
    { value: "0", label: "Everyone" },
    { value: "1", label: "Subscribers and above" },
    { value: "2", label: "VIPs and above" },
    { value: "7", label: "Moderators and above" },
    { value: "500", label: "The owner only" },
  ]);
});

test("a number that is no role of chat is everyone", () => {
  expect([asLevel(7), asLevel(100)]).toEqual([7, 0]);
});

test("cooldowns are told for all and for one viewer", () => {
  expect([cooldownWords(5, 15), cooldownWords(0, 60), cooldownWords(0, 0), cooldownWords(3_600, 15)]).toEqual([
    "5 / 15 s",
    "0 / 60 s",
    "None",
    "1 h / 15 s",
  ]);
});

test("uses are counted in words", () => {
  expect([usesWords(1), usesWords(1_284)]).toEqual(["1 use", "1,284 uses"]);
});
