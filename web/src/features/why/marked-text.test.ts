import { expect, test } from "vitest";
import { type Mark, markedPieces } from "./marked-text";

const caught = (start: number, end: number): Mark => ({ start, end, kind: "filter" });
const asked = (start: number, end: number): Mark => ({ start, end, kind: "command" });

test("what a filter and what a command found is marked, and the rest is not", () => {
  expect(markedPieces("buy cheap now", [caught(4, 9), asked(10, 13)])).toEqual([
    { text: "buy ", kind: null },
    { text: "cheap", kind: "filter" },
    { text: " ", kind: null },
    { text: "now", kind: "command" },
  ]);
});

test("marks that overlap are one, and characters count as the server counts them", () => {
  expect(markedPieces("🦊abcd", [caught(1, 3), caught(2, 4)])).toEqual([
    { text: "🦊", kind: null },
    { text: "abc", kind: "filter" },
    { text: "d", kind: null },
  ]);
});

test("what was caught is marked so, whatever else was found in it", () => {
  expect(markedPieces("abc", [asked(0, 3), caught(1, 2)])).toEqual([
    { text: "a", kind: "command" },
    { text: "b", kind: "filter" },
    { text: "c", kind: "command" },
  ]);
});

test("marks beyond the text mark nothing", () => {
  expect(markedPieces("hi", [caught(5, 9)])).toEqual([{ text: "hi", kind: null }]);
  expect(markedPieces("", [])).toEqual([]);
});
