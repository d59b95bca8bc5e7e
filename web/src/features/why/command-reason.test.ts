import { expect, test } from "vitest";
import { commandReason } from "./command-reason";

test("a sent response has no failed condition", () => {
  expect(commandReason({ verdict: "acted", reason: "responded “Tunic”" })).toEqual({
    condition: "",
    response: "“Tunic”",
    isHypothetical: false,
  });
});

test("a reason is split into the failed condition and the response that would have been sent", () => {
  const reason = "cooldown: 12 s left; would have responded “a; b”";
  expect(commandReason({ verdict: "skipped", reason })).toEqual({
    condition: "cooldown: 12 s left",
    response: "“a; b”",
    isHypothetical: true,
  });
});

test("a reason without a response is unchanged", () => {
  expect(commandReason({ verdict: "passed", reason: "no command is called “!gme”" }).condition).toBe(
    "no command is called “!gme”",
  );
});
