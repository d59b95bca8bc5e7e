import { expect, test } from "vitest";
import { characterCount, codeUnitIndex, markTemplate } from "./problem-marks";

const wrong = (start: number, end: number, severity: "error" | "warning" = "error") => ({
  start,
  end,
  message: "wrong",
  severity,
});
const marked = (text: string, ...problems: ReturnType<typeof wrong>[]) =>
  markTemplate(text, problems)
    .flatMap(({ pieces }) => pieces)
    .filter(({ problem }) => problem !== null)
    .map(({ text: piece, problem }) => [piece, problem]);

test("the server counts an emoji as one character and the browser as two", () => {
  expect([codeUnitIndex("🦊🦊a", 2), codeUnitIndex("🦊", 9), characterCount("🦊🦊a")]).toEqual([4, 2, 3]);
});

test("problems after emoji are marked", () => {
  expect(marked("🦊🦊 $(gmae) 🦊", wrong(3, 10))).toEqual([["$(gmae)", "error"]]);
});

test("a mark covers names and arguments, and an error wins over a warning", () => {
  expect(marked("$(a b)", wrong(0, 6, "warning"), wrong(4, 5))).toEqual([
    ["$(a", "warning"],
    [" ", "warning"],
    ["b", "error"],
    [")", "warning"],
  ]);
});

test("a problem without length marks a neighbour", () => {
  expect(marked("ab", wrong(1, 1))).toEqual([["b", "error"]]);
});

test("a character is never cut in two", () => {
  expect(marked("a🦊b", wrong(1, 2))).toEqual([["🦊", "error"]]);
});
