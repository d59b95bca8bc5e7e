import { expect, test } from "vitest";
import { parseTemplate } from "./parse-template";

/** Marks the highlighted pieces: a variable in [], its arguments in <>, plain text bare. */
function marked(text: string): string {
  const brackets = { text: ["", ""], variable: ["[", "]"], argument: ["<", ">"] } as const;
  return parseTemplate(text)
    .flatMap(({ pieces }) => pieces)
    .map(({ kind, text: piece }) => `${brackets[kind][0]}${piece}${brackets[kind][1]}`)
    .join("");
}

test("variables, arguments and fallbacks are separate pieces", () => {
  expect(marked("$(game), day $(count tunic-day) for $(user|friend).")).toBe(
    "[$(game)], day [$(count]< tunic-day>[)] for [$(user|]<friend>[)].",
  );
});

test("curly brackets work too, and brackets in arguments are balanced", () => {
  expect(marked(`$\{math (2 + 3) * 4} and $(upper {x})`)).toBe(`[$\{math]< (2 + 3) * 4>[}] and [$(upper]< {x}>[)]`);
});

test("a nested variable belongs to the span of the outer one", () => {
  expect(marked("$(upper $(query|x) y)")).toBe("[$(upper]< >[$(query|]<x>[)]< y>[)]");
  expect(parseTemplate("a $(upper $(query)) b").map(({ isVariable }) => isVariable)).toEqual([false, true, false]);
});

test("brackets and bars in quotes belong to the argument", () => {
  expect(marked('$(if $(1) == a ") | (" no) end')).toBe('[$(if]< >[$(1)]< == a ") | (" no>[)] end');
});

test("escaped and unclosed variables are plain text", () => {
  expect(marked("\\$(user) \\\\$(user)")).toBe("\\$(user) \\\\[$(user)]");
  expect(marked("costs $(user and $ 5 $() $(-")).toBe("costs $(user and $ 5 $() $(-");
  expect(marked("$(upper it's) $(open $(user)")).toBe("[$(upper]< it's>[)] $(open [$(user)]");
});

test("positions are UTF-16: an emoji counts two", () => {
  const [plain, variable] = parseTemplate("🦊 $(user)");
  expect([plain?.start, variable?.start, variable?.pieces[0]?.text]).toEqual([0, 3, "$(user)"]);
});

test.each([
  ["an opening", "$("],
  ["an unclosed quote", '$(a "'],
  ["nested quotes", "$(a '(' \" $(b"],
  ["five hundred openings", "$(".repeat(500)],
  ["five hundred names", "$(a ".repeat(500)],
  ["a thousand backslashes", "\\".repeat(1_000)],
  ["unclosed fallbacks", `$\{a|$(b|$\{c|'`],
])("every character is in exactly one piece: %s", (_, text) => {
  const pieces = parseTemplate(text).flatMap((span) => span.pieces);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});
