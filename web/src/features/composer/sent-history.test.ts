import { expect, test } from "vitest";
import { SentHistory } from "./sent-history";

function after(...texts: string[]): SentHistory {
  const history = new SentHistory();
  for (const text of texts) history.add(text);
  return history;
}

test("the arrow keys go back through sent messages, and forward to an empty field", () => {
  const history = after("one", "two");
  expect([history.older(), history.older(), history.older(), history.newer(), history.newer()]).toEqual([
    "two",
    "one",
    null,
    "two",
    "",
  ]);
});

test("a text sent twice in a row is one entry", () => {
  const history = after("one", "one");
  expect([history.older(), history.older()]).toEqual(["one", null]);
});

test("an edited text does not count as recalled", () => {
  const history = after("one");
  expect(history.isRecalled("")).toBe(false);
  history.older();
  expect([history.isRecalled("one"), history.isRecalled("one!")]).toEqual([true, false]);
});

test("only the last fifty messages are kept", () => {
  const history = after(...Array.from({ length: 60 }, (_, index) => String(index)));
  let oldest = "";
  for (let text = history.older(); text !== null; text = history.older()) oldest = text;
  expect(oldest).toBe("10");
});
