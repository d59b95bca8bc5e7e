import { expect, test } from "vitest";
import { asNames, newCommand } from "../../ui/template/new-command";
import { bodyOf, copyOf, draftOf } from "./draft";
import { command } from "./test-command";

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

test("a command is one word: spaces part two of them", () => {
  expect(asNames(["!so", "!shoutout !so "])).toEqual(["!so", "!shoutout"]);
});
