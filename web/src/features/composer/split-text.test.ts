import { expect, test } from "vitest";
import { splitText } from "./split-text";

test("a short text is one message, without the space around it", () => {
  expect(splitText("  hello   there ", 500)).toEqual(["hello there"]);
  expect(splitText("   ", 500)).toEqual([]);
});

test("a long text is cut between words", () => {
  expect(splitText("one two three", 8)).toEqual(["one two", "three"]);
});

test("a word longer than a message is cut where it must be", () => {
  expect(splitText(`${"a".repeat(12)} b`, 5)).toEqual(["aaaaa", "aaaaa", "aa b"]);
});

test("what is drawn as one character is never cut, and counts as a browser counts it", () => {
  const family = "👩‍👩‍👧";
  expect(splitText(family.repeat(3), family.length + 1)).toEqual([family, family, family]);
});

test("512 characters become two messages where 500 are taken", () => {
  expect(splitText("x".repeat(512), 500).map(({ length }) => length)).toEqual([500, 12]);
});
