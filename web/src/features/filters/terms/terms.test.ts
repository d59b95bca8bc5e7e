import { expect, test } from "vitest";
import { addedMessage, addTerms, currentProblems, MAX_TERMS, problemsOf, searchTerms, toRows } from "./terms";

const rows = toRows([
  { kind: "phrase", text: "free skins" },
  { kind: "regex", text: "buy.+now" },
]);

const texts = (found: readonly { text: string }[]) => found.map(({ text }) => text);

test("every line becomes a term, without empty lines and duplicates", () => {
  const added = addTerms(rows, "cheap views\r\n\n  FREE SKINS \ncheap views\nbots", "phrase");
  expect(texts(added.rows)).toEqual(["free skins", "buy.+now", "cheap views", "bots"]);
  expect(addedMessage(added)).toBe("2 added, 2 already listed.");
});

test("the same text of another kind, or a regex in another case, is another term", () => {
  expect(addTerms(rows, "free skins", "wildcard").added).toBe(1);
  expect(addTerms(rows, "BUY.+NOW", "regex").added).toBe(1);
});

test("a filter takes ten thousand terms and reports how many were left out [V3]", () => {
  const many = Array.from({ length: MAX_TERMS + 5 }, (_, index) => `term ${index}`).join("\n");
  const added = addTerms([], many, "phrase");
  expect(added.rows).toHaveLength(MAX_TERMS);
  expect(addedMessage(added)).toBe("10,000 added, 5 not added: the limit is 10,000.");
});

test("a repeat of a term over the limit is not called listed", () => {
  const full = toRows(Array.from({ length: MAX_TERMS - 1 }, (_, index) => ({ kind: "phrase", text: `term ${index}` })));
  const added = addTerms(full, "bots\nviews\nViews\nBOTS", "phrase");
  expect(addedMessage(added)).toBe("1 added, 1 already listed, 2 not added: the limit is 10,000.");
});

test("outer spaces are part of a regex, and of no other term", () => {
  expect(texts(addTerms([], " bots \n  \n", "regex").rows)).toEqual([" bots "]);
  expect(texts(addTerms([], " bots \n  \n", "wildcard").rows)).toEqual(["bots"]);
});

test("keys stay unique when a term is added after others were removed", () => {
  const after = addTerms(rows.slice(1), "bots", "phrase").rows;
  expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
});

test("search ignores case", () => {
  const all = addTerms(rows, "buy skins", "phrase").rows;
  expect(texts(searchTerms(all, " SKINS "))).toEqual(["free skins", "buy skins"]);
});

test("a server error stays with its term when earlier lines are removed [V3]", () => {
  const errors = { "terms.1": "missing argument to repetition operator: +", name: "must not be empty" };
  const problems = problemsOf(rows, errors);
  expect(currentProblems(rows, problems)).toEqual({ 1: "missing argument to repetition operator: +" });
  expect(currentProblems(rows.slice(1), problems)).toEqual({ 1: "missing argument to repetition operator: +" });
  expect(currentProblems(rows, problemsOf(rows.slice(1), { "settings.terms.0.text": "is wrong" }))).toEqual({
    1: "is wrong",
  });
});

test("a changed or removed term has no error [V3]", () => {
  const problems = problemsOf(rows, { "settings.terms.1.text": "missing )" });
  expect(currentProblems(rows.slice(0, 1), problems)).toEqual({});
  expect(
    currentProblems(
      rows.map((row) => ({ ...row, text: "fixed" })),
      problems,
    ),
  ).toEqual({});
});
