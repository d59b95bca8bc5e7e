import { expect, test } from "vitest";
import { splitText } from "./split-text";

test("a short text is one trimmed message", () => {
  expect(splitText("  hello   there ", 500)).toEqual(["hello there"]);
  expect(splitText("   ", 500)).toEqual([]);
});

test("a long text is split between words", () => {
  expect(splitText("one two three", 8)).toEqual(["one two", "three"]);
});

test("a word longer than a message is split", () => {
  expect(splitText(`${"a".repeat(12)} b`, 5)).toEqual(["aaaaa", "aaaaa", "aa b"]);
});

test("a grapheme cluster is not split, and its length counts UTF-16 units", () => {
  const family = "👩‍👩‍👧";
  expect(splitText(family.repeat(3), family.length + 1)).toEqual([family, family, family]);
});

test("512 characters become two messages with a limit of 500", () => {
  expect(splitText("x".repeat(512), 500).map(({ length }) => length)).toEqual([500, 12]);
});
