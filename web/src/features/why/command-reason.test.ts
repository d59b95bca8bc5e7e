import { expect, test } from "vitest";
import { commandReason } from "./command-reason";

test("an answer that was given is the whole reason", () => {
  expect(commandReason({ verdict: "acted", reason: "answered “Tunic”" })).toEqual({
    decided: "",
    answer: "“Tunic”",
    isHypothetical: false,
  });
});

test("what decided stands before what would have been answered", () => {
  const reason = "cooldown: 12 s left; would have answered “a; b”";
  expect(commandReason({ verdict: "skipped", reason })).toEqual({
    decided: "cooldown: 12 s left",
    answer: "“a; b”",
    isHypothetical: true,
  });
});

test("a reason without an answer stays what it is", () => {
  expect(commandReason({ verdict: "passed", reason: "no command is called “!gme”" }).decided).toBe(
    "no command is called “!gme”",
  );
});
