import { expect, test } from "vitest";
import { markedPieces } from "./marked";

test("what a filter found is marked, and the rest is not", () => {
  expect(markedPieces("buy cheap now", [{ start: 4, end: 9 }])).toEqual([
    { text: "buy ", isMarked: false },
    { text: "cheap", isMarked: true },
    { text: " now", isMarked: false },
  ]);
});

test("spans that overlap are one mark, and characters count as the server counts them", () => {
  const spans = [
    { start: 1, end: 3 },
    { start: 2, end: 4 },
  ];
  expect(markedPieces("🦊abcd", spans)).toEqual([
    { text: "🦊", isMarked: false },
    { text: "abc", isMarked: true },
    { text: "d", isMarked: false },
  ]);
});

test("spans beyond the text mark nothing", () => {
  expect(markedPieces("hi", [{ start: 5, end: 9 }])).toEqual([{ text: "hi", isMarked: false }]);
  expect(markedPieces("", [])).toEqual([]);
});
