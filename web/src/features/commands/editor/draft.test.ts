import { expect, test } from "vitest";
import { ApiError, fieldErrors } from "../../../api/errors";
import { newCommand, splitNames } from "../../../ui/command/new-command";
import { command } from "../test-command";
import { bodyOf, copyOf, draftOf, withDraftPositions } from "./draft";

test("a draft holds only the editable fields", () => {
  const saved = command("game", { group: "Info", use_count: 7, patterns: [{ kind: "regex", text: "what.*game" }] });
  expect(draftOf(saved)).toEqual({
    ...newCommand(),
    cmds: ["!game"],
    group: "Info",
    responses: [{ text: "Hello", providers: [], weight: 1 }],
    patterns: [{ kind: "regex", text: "what.*game" }],
  });
});

test("a duplicate has a new name and no keywords", () => {
  const copy = copyOf(command("game", { cmds: ["!game", "!playing"], patterns: [{ kind: "words", text: "game" }] }));
  expect([copy.cmds, copy.patterns]).toEqual([["!game2"], []]);
});

test("empty keywords and surrounding spaces are not sent", () => {
  const body = bodyOf({ ...newCommand(), group: " Info ", patterns: [{ kind: "phrase", text: "  " }] });
  expect([body.group, body.patterns]).toEqual(["Info", []]);
});

test("the server's error of a keyword is shown at that keyword, although empty keywords were not sent", () => {
  const patterns = ["", "what.*game", " ", "("].map((text) => ({ kind: "regex" as const, text }));
  const errors = [
    { field: "patterns.1.text", message: "is not an expression" },
    { field: "cmds.0", message: "is taken" },
  ];
  const error = new ApiError(422, { type: "invalid", message: "Look again", errors });
  expect(fieldErrors(withDraftPositions(error, { ...newCommand(), patterns }))).toEqual({
    "patterns.3.text": "is not an expression",
    "cmds.0": "is taken",
  });
});

test("spaces separate command names", () => {
  expect(splitNames(["!so", "!shoutout !so "])).toEqual(["!so", "!shoutout"]);
});
