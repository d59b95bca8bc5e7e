import { expect, test } from "vitest";
import { splitAtSpans } from "./text-spans";

const marked = (text: string, spans: { start: number; end: number }[]) =>
  splitAtSpans(text, spans)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join("");

test("only the text inside the spans is marked", () => {
  expect(marked("see bad.example now", [{ start: 4, end: 15 }])).toBe("see [bad.example] now");
});

test("offsets count code points, as on the server", () => {
  expect(marked("🙂🙂 bad", [{ start: 3, end: 6 }])).toBe("🙂🙂 [bad]");
});

test("spans may overlap, come in any order and reach past the end", () => {
  expect(
    marked("abcdef", [
      { start: 3, end: 99 },
      { start: 0, end: 2 },
      { start: 1, end: 4 },
    ]),
  ).toBe("[ab][cd][ef]");
});

test("without spans nothing is marked", () => {
  expect(splitAtSpans("abc", [])).toEqual([{ text: "abc", isMarked: false, start: 0 }]);
  expect(splitAtSpans("", [])).toEqual([]);
});
