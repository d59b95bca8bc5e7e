import { expect, test } from "vitest";
import { applySuggestion, insertVariable, partialVariableAt, suggestionsFor } from "./completion";
import { variable } from "./test-variable";

const user = variable("user", { aliases: ["sender"], summary: "The user's name" });
const uptime = variable("uptime");
const count = variable("count", { takes: "words", example: "Died $(count deaths) times" });
const names = (query: string) => suggestionsFor([uptime, user, count], query).map(({ name }) => name);

/** A text with its caret written as "^", after a name was completed. */
function completed(written: string, chosen = user, name = chosen.name): string | null {
  const caret = written.indexOf("^");
  const text = written.replace("^", "");
  const place = partialVariableAt(text, caret);
  if (!place) return null;
  const { text: after, from } = applySuggestion(text, place, { variable: chosen, name });
  return `${after.slice(0, from)}^${after.slice(from)}`;
}

test("a bracket behind a dollar asks for variables, a lone dollar does not", () => {
  expect(partialVariableAt("hi $(", 5)).toMatchObject({ start: 5, query: "", closing: ")" });
  expect(partialVariableAt("hi ${us", 7)).toMatchObject({ query: "us", closing: "}" });
  expect([partialVariableAt("hi $", 4), partialVariableAt("$(user ", 7), partialVariableAt("\\$(us", 5)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(partialVariableAt("$(upper $(us", 12)).toMatchObject({ query: "us" });
});

test("names that begin so come first, then aliases, then what is said of them", () => {
  expect(names("u")).toEqual(["user", "uptime", "count"]);
  expect(names("sen")).toEqual(["sender"]);
  expect(names("asked")).toEqual(["user"]);
  expect(names("")).toHaveLength(3);
  expect(names("zzz")).toEqual([]);
});

test("a name is written out and closed, and the caret goes where one writes on", () => {
  expect(completed("hello $(us^ and all")).toBe("hello $(user)^ and all");
  expect(completed(`$\{us^`)).toBe(`$\{user}^`);
  expect(completed("$(co^", count)).toBe("$(count ^)");
  expect(completed("$(sen^", user, "sender")).toBe("$(sender)^");
});

test("a name that is changed keeps what stands behind it", () => {
  expect(completed("$(us^er|friend)", uptime)).toBe("$(uptime^|friend)");
  expect(completed("$(us^)")).toBe("$(user^)");
  expect(completed("🦊 $(us^")).toBe("🦊 $(user)^");
});

test("a variable from the list goes where the caret stands, its arguments ready to be typed over", () => {
  const { text, from, to } = insertVariable("ab", 1, 1, count);
  expect([text, text.slice(from, to)]).toEqual(["a$(count deaths)b", "deaths"]);
  expect(insertVariable("abc", 1, 2, user)).toEqual({ text: "a$(user)c", from: 8, to: 8 });
});
