import { expect, test } from "vitest";
import { displayNameProblem, nameLength } from "./channel-name";

test.each(["J", "Juniper Vale", "🎸".repeat(40), ` ${"a".repeat(40)} `])("%s is a valid name [V3]", (name) => {
  expect(displayNameProblem(name)).toBeNull();
});

test.each(["", "   ", "\n\t"])("%j is not a name [V3]", (name) => {
  expect(displayNameProblem(name)).toBe("Enter a channel name");
});

test("the message for a name that is too long says how long it is [V3]", () => {
  expect(displayNameProblem("a".repeat(41))).toBe("Max 40 characters (currently 41)");
});

test("an emoji of one code point counts as one character", () => {
  expect(nameLength("🎸🎸")).toBe(2);
});
