import { expect, test } from "vitest";
import { type Mark, markedPieces } from "./marked-text";

const filterMark = (start: number, end: number): Mark => ({ start, end, kind: "filter" });
const commandMark = (start: number, end: number): Mark => ({ start, end, kind: "command" });

test("filter and command matches are marked", () => {
  expect(markedPieces("buy cheap now", [filterMark(4, 9), commandMark(10, 13)])).toEqual([
    { text: "buy ", kind: null },
    { text: "cheap", kind: "filter" },
    { text: " ", kind: null },
    { text: "now", kind: "command" },
  ]);
});

test("overlapping marks are merged, and positions are code points", () => {
  expect(markedPieces("🦊abcd", [filterMark(1, 3), filterMark(2, 4)])).toEqual([
    { text: "🦊", kind: null },
    { text: "abc", kind: "filter" },
    { text: "d", kind: null },
  ]);
});

test("a filter mark wins over a command mark", () => {
  expect(markedPieces("abc", [commandMark(0, 3), filterMark(1, 2)])).toEqual([
    { text: "a", kind: "command" },
    { text: "b", kind: "filter" },
    { text: "c", kind: "command" },
  ]);
});

test("marks beyond the text are ignored", () => {
  expect(markedPieces("hi", [filterMark(5, 9)])).toEqual([{ text: "hi", kind: null }]);
  expect(markedPieces("", [])).toEqual([]);
});
