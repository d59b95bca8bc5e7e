import { expect, test } from "vitest";
import { asSentence } from "./sentence";

test("a fragment gets its subject and its full stop", () => {
  expect(asSentence("The name", "must not be empty")).toBe("The name must not be empty.");
});

test("a sentence stays as it is", () => {
  expect(asSentence("The name", "Give it a name.")).toBe("Give it a name.");
});
