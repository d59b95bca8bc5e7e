import { expect, test } from "vitest";
import { fillTemplate, splitTemplate } from "./warning-template";

test("variables are split from the text between them", () => {
  expect(splitTemplate("$(user) please ask, $(user)").map(({ text, isVariable }) => [text, isVariable])).toEqual([
    ["$(user)", true],
    [" please ask, ", false],
    ["$(user)", true],
  ]);
});

test("text without variables is one piece", () => {
  expect(splitTemplate("costs $5 (user)")).toEqual([{ text: "costs $5 (user)", start: 0, isVariable: false }]);
});

test("a name with a replacement pattern, such as $&, is inserted as plain text", () => {
  expect(fillTemplate("$(user), hello $(user)", "$&$1")).toBe("$&$1, hello $&$1");
});
