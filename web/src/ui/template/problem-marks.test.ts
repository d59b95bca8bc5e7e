import { expect, test } from "vitest";
import { characterCount, codeUnitIndex, markTemplate } from "./problem-marks";

const problem = (start: number, end: number, severity: "error" | "warning" = "error") => ({
  start,
  end,
  message: "wrong",
  severity,
});
const marked = (text: string, ...problems: ReturnType<typeof problem>[]) =>
  markTemplate(text, problems)
    .flatMap(({ pieces }) => pieces)
    .filter(({ problem }) => problem !== null)
    .map(({ text: piece, problem }) => [piece, problem]);

test("the server counts an emoji as one character and the browser as two", () => {
  expect([codeUnitIndex("🦊🦊a", 2), codeUnitIndex("🦊", 9), characterCount("🦊🦊a")]).toEqual([4, 2, 3]);
});

test("problems after emoji are marked", () => {
  expect(marked("🦊🦊 $(gmae) 🦊", problem(3, 10))).toEqual([["$(gmae)", "error"]]);
});

test("a mark covers names and arguments, and an error wins over a warning", () => {
  expect(marked("$(a b)", problem(0, 6, "warning"), problem(4, 5))).toEqual([
    ["$(a", "warning"],
    [" ", "warning"],
    ["b", "error"],
    [")", "warning"],
  ]);
});

test("a problem without length marks the next character", () => {
  expect(marked("ab", problem(1, 1))).toEqual([["b", "error"]]);
});

test("a surrogate pair is never split", () => {
  expect(marked("a🦊b", problem(1, 2))).toEqual([["🦊", "error"]]);
});
