import { expect, test } from "vitest";
import { ApiError, fieldErrors } from "../../../api/errors";
import { newCommand, splitNames } from "../../../ui/command/new-command";
import { command } from "../test-command";
import { bodyOf, copyOf, draftOf, withDraftPositions } from "./draft";

test("a draft is what can be changed, and nothing that the server adds", () => {
  const saved = command("game", { group: "Info", use_count: 7, patterns: [{ kind: "regex", text: "what.*game" }] });
  expect(draftOf(saved)).toEqual({
    ...newCommand(),
    cmds: ["!game"],
    group: "Info",
    responses: [{ text: "Hello", providers: [], weight: 1 }],
    patterns: [{ kind: "regex", text: "what.*game" }],
  });
});

test("a copy has a name of its own and no patterns", () => {
  const copy = copyOf(command("game", { cmds: ["!game", "!playing"], patterns: [{ kind: "words", text: "game" }] }));
  expect([copy.cmds, copy.patterns]).toEqual([["!game2"], []]);
});

test("lines that were left empty and spaces around words are not sent", () => {
  const body = bodyOf({ ...newCommand(), group: " Info ", patterns: [{ kind: "phrase", text: "  " }] });
  expect([body.group, body.patterns]).toEqual(["Info", []]);
});

test("what is refused of a line stands beside that line, although empty ones were not sent", () => {
  const patterns = ["", "what.*game", " ", "("].map((text) => ({ kind: "regex" as const, text }));
  const errors = [
    { field: "patterns.1.text", message: "is not an expression" },
    { field: "cmds.0", message: "is taken" },
  ];
  const refusal = new ApiError(422, { type: "invalid", message: "Look again", errors });
  expect(fieldErrors(withDraftPositions(refusal, { ...newCommand(), patterns }))).toEqual({
    "patterns.3.text": "is not an expression",
    "cmds.0": "is taken",
  });
});

test("a command is one word: spaces part two of them", () => {
  expect(splitNames(["!so", "!shoutout !so "])).toEqual(["!so", "!shoutout"]);
});
