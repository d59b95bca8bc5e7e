import { expect, test } from "vitest";
import { applySuggestion, insertVariable, partialVariableAt, suggestionsFor } from "./completion";
import { variable } from "./test-variable";

const user = variable("user", { aliases: ["sender"], summary: "Who called the command" });
const uptime = variable("uptime");
const count = variable("count", { takes: "words", example: "Died $(count deaths) times" });
const names = (query: string) => suggestionsFor([uptime, user, count], query).map(({ name }) => name);

/** Completes a name at the caret "^" and returns the text with the caret in it. */
function completed(marked: string, chosen = user, name = chosen.name): string | null {
  const caret = marked.indexOf("^");
  const text = marked.replace("^", "");
  const partial = partialVariableAt(text, caret);
  if (!partial) return null;
  const { text: after, from } = applySuggestion(text, partial, { variable: chosen, name });
  return `${after.slice(0, from)}^${after.slice(from)}`;
}

test("an opening bracket after a dollar opens suggestions, a lone dollar does not", () => {
  expect(partialVariableAt("hi $(", 5)).toMatchObject({ start: 5, query: "", closing: ")" });
  expect(partialVariableAt("hi ${us", 7)).toMatchObject({ query: "us", closing: "}" });
  expect([partialVariableAt("hi $", 4), partialVariableAt("$(user ", 7), partialVariableAt("\\$(us", 5)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(partialVariableAt("$(upper $(us", 12)).toMatchObject({ query: "us" });
});

test("names and aliases that start with the query come first, then those that contain it, then summaries", () => {
  expect(names("u")).toEqual(["user", "uptime", "count"]);
  expect(names("sen")).toEqual(["sender"]);
  expect(names("called")).toEqual(["user"]);
  expect(names("")).toHaveLength(3);
  expect(names("zzz")).toEqual([]);
});

test("a completed name is closed, with the caret where typing continues", () => {
  expect(completed("hello $(us^ and all")).toBe("hello $(user)^ and all");
  expect(completed(`$\{us^`)).toBe(`$\{user}^`);
  expect(completed("$(co^", count)).toBe("$(count ^)");
  expect(completed("$(sen^", user, "sender")).toBe("$(sender)^");
});

test("changing the name of a variable keeps the text after the name", () => {
  expect(completed("$(us^er|friend)", uptime)).toBe("$(uptime^|friend)");
  expect(completed("$(us^)")).toBe("$(user^)");
  expect(completed("🦊 $(us^")).toBe("🦊 $(user)^");
});

test("a picked variable is inserted at the caret with its arguments selected", () => {
  const { text, from, to } = insertVariable("ab", 1, 1, count);
  expect([text, text.slice(from, to)]).toEqual(["a$(count deaths)b", "deaths"]);
  expect(insertVariable("abc", 1, 2, user)).toEqual({ text: "a$(user)c", from: 8, to: 8 });
});
