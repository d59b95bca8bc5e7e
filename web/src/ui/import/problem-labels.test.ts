import { expect, test } from "vitest";
import { problemLabel } from "./problem-labels";

test.each([
  ['responses.0.text: Character 3: There is no variable "x".', 'Character 3: There is no variable "x".'],
  ["messages.2.text: is too long", "Text is too long"],
  ["text: is too long", "Text is too long"],
  ["global_cooldown: is too much", "global cooldown: is too much"],
  ["cmds.1: is taken", "cmds: is taken"],
  ["nothing can be done", "nothing can be done"],
])("%s is shown as %s", (problem, label) => {
  expect(problemLabel(problem)).toBe(label);
});
